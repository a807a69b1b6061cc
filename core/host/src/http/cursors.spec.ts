import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '@ostiary/plugin-api';
import { Cursors } from './cursors.js';

const cursorsOf = (secret: string): Cursors => new Cursors({ signing: new Secret(secret) });
const cursors = cursorsOf('a secret of some length, for tests only');
const position = { at: new Date('2026-11-21T08:00:00.123Z'), id: 'slv_01HZX' };

describe('Cursors', () => {
  it('gives back what was written', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.stringMatching(/^[a-z]{2,3}_[0-9A-Z]{5,26}$/), (at, id) => {
        expect(cursors.read('list', cursors.write('list', { at, id }))).toEqual({ at, id });
      }),
    );
  });

  it('refuses another scope, another secret, and anything made up', () => {
    const cursor = cursors.write('solves acc_1', position);
    expect(cursors.read('solves acc_2', cursor)).toBeNull();
    expect(cursorsOf('another').read('solves acc_1', cursor)).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(cursors.read('solves acc_1', text)).toBeNull();
      }),
    );
  });

  it('refuses a cursor with one byte changed', () => {
    const bytes = Buffer.from(cursors.write('list', position), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(cursors.read('list', changed.toString('base64url'))).toBeNull();
    }
  });
});
