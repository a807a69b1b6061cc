import { p } from '@mikro-orm/core';
import type { FileRead } from '@ostiary/plugin-api';

/** What is noted of one read of a file, whatever sort of file it is. */
export const readColumns = () => ({
  at: p.datetime(3),
  keyId: p.text(),
  keyName: p.text(),
  /** /24 of an IPv4 address, /48 of an IPv6 one. */
  ipPrefix: p.text(),
  userAgent: p.text().nullable(),
  /** The byte range that was answered, e.g. `0-99`; null: the whole. */
  range: p.text().nullable(),
  bytesSent: p.bigint('number'),
  /** `started` that stays so: the process died while it sent. */
  outcome: p.text().$type<FileRead['outcome']>(),
});
