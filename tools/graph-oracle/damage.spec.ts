import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.js';
import { damaged, type Tried } from './damage.mjs';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_123);

describe('proofs by certificates', () => {
  const tried: Tried[] = [...damaged(SEED, runs(120))];

  it('are refused when they are damaged, in whatever way', () => {
    const kinds = new Set(tried.map(({ kind }) => kind));
    expect(kinds).toContain('a state is left out');
    expect(kinds).toContain('another rule');
    expect(tried.filter(({ kind, accepted }) => kind !== 'true' && accepted)).toEqual([]);
  });

  it('are accepted when they are true, as plain JSON', () => {
    const all = tried.filter(({ kind }) => kind === 'true');
    expect(all.filter(({ accepted }) => !accepted)).toEqual([]);
    expect(all.length).toBeGreaterThan(10);
  });
});
