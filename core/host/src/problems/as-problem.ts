import { HttpException } from '@nestjs/common';
import { ConnectionException } from '@mikro-orm/core';
import { ProblemError } from '@ostiary/plugin-api';

/** Network faults, and the classes of SQLSTATE that mean the server itself is not there: 08 connection, 57P shutdown, 53 resources. */
const DATABASE_GONE = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|08...|57P..|53...)$/;

/**
 * What was thrown, as a problem; undefined for a defect of ours.
 * Frameworks throw their own errors for paths nobody serves and for URLs that cannot be decoded.
 */
export function asProblem(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error instanceof HttpException) return fromFramework(error.getStatus());
  if (error instanceof URIError) return new ProblemError('not_found');
  if (isDatabaseGone(error)) return new ProblemError('unavailable', { headers: { 'Retry-After': '2' } });
  return undefined;
}

function fromFramework(status: number): ProblemError | undefined {
  switch (status) {
    case 404:
    case 405:
      return new ProblemError('not_found');
    // The only one Nest's Express adapter makes by itself: a path with a broken percent sign.
    case 400:
      return new ProblemError('not_found');
    case 503:
      return new ProblemError('draining', { headers: { 'Retry-After': '2' } });
    default:
      return undefined;
  }
}

/** Whether the database was not reached, or broke off: nothing is wrong with what was asked of it. */
export function isDatabaseGone(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ConnectionException) return true;
    const { code } = cause as NodeJS.ErrnoException;
    if (typeof code === 'string' && DATABASE_GONE.test(code)) return true;
  }
  return false;
}
