import { describe, expect, it } from 'vitest';
import type { Certificate } from '../check/index.js';
import { lineOf, readCertificate, written } from './certificates.js';

const sets = (length: number): Certificate => ({
  id: `c${String(length)}`,
  rule_id: 'r',
  question: 0,
  joins: [],
  kind: 'facts',
  sets: new Uint32Array(length).fill(0b1101),
  shift: 2,
  width: 2,
});

describe('certificates', () => {
  it('are written with the bits of their own rule', () => {
    expect(JSON.parse(lineOf(sets(3)))).toMatchObject({ sets: [0b11, 0b11, 0b11], shift: 0, width: 2 });
  });

  it('are written without a sign where they fill a word', () => {
    const full = { ...sets(1), sets: new Uint32Array([2 ** 31 + 1]), shift: 0, width: 32 };
    expect(JSON.parse(lineOf(full))).toMatchObject({ sets: [2_147_483_649], width: 32 });
  });

  it('are left out where they are too large, and those that fit are kept', () => {
    const kept = written([sets(3_000_000), sets(2_000_000), sets(10)]);
    expect(kept.map(({ id }) => id)).toEqual(['c3000000', 'c10']);
  });

  it('are read as they were written, and nothing else is', () => {
    const value = JSON.parse(lineOf(sets(3))) as Record<string, unknown>;
    expect(readCertificate(value)).toMatchObject({ rule_id: 'r', sets: Uint32Array.from([0b11, 0b11, 0b11]) });
    const part = { code: 'SG1', step: 'pay' };
    expect(readCertificate({ ...value, part })).toMatchObject({ part });
    for (const damage of [
      { kind: 'trust' },
      { sets: [-1] },
      { sets: 'all' },
      { shift: 32 },
      { more: 1 },
      { joins: [['n']] },
    ])
      expect(readCertificate({ ...value, ...damage })).toBeNull();
  });
});
