import { ConnectionException } from '@mikro-orm/core';

/** Network faults, and the classes of SQLSTATE that mean the server itself is not there: 08 connection, 57P shutdown, 53 resources (53100 aside: a server whose disk is full is there, see isStorageFull). */
const CODES = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|08...|57P..|53(?!100)...)$/;
/** What `pg` says without a code of a connection that broke under a statement, or before it. */
const TEXTS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether an error means that the database is away: then what was asked of it may or may not have happened. */
export function isDatabaseGone(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ConnectionException || TEXTS.test(cause.message)) return true;
    const { code } = cause as NodeJS.ErrnoException;
    if (typeof code === 'string' && CODES.test(code)) return true;
  }
  return false;
}
