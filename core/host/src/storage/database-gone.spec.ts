import { describe, expect, it } from 'vitest';
import { isDatabaseGone } from './database-gone.js';

const withCode = (code: string): Error => Object.assign(new Error('of the driver'), { code });

describe('isDatabaseGone', () => {
  it('knows refused and broken connections, and a server that stops or takes no more connections', () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', '08006', '57P01', '57P02', '57P03', '53300'])
      expect(isDatabaseGone(withCode(code))).toBe(true);
    for (const text of [
      'Connection terminated unexpectedly',
      'Client has encountered a connection error and is not queryable',
    ])
      expect(isDatabaseGone(new Error(text))).toBe(true);
  });

  it('looks at causes', () => {
    expect(isDatabaseGone(new Error('of the ORM', { cause: withCode('57P01') }))).toBe(true);
  });

  it('is false of what the database refuses, and of defects', () => {
    for (const code of ['23505', '40001', '55P03', '57014', '42601', '53100'])
      expect(isDatabaseGone(withCode(code))).toBe(false);
    expect(isDatabaseGone(new TypeError('x is not a function'))).toBe(false);
    expect(isDatabaseGone('Connection terminated')).toBe(false);
  });
});
