import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { renderDiagnostic } from '../diagnostics/render.js';
import { catalogues, randomCall, randomContext, randomPolicy, seededRandom, zoo } from './index.js';
import { runs } from '../../../../tools/testing/runs.js';

describe('randomPolicy', () => {
  it.each([1, 2] as const)('makes policies of dialect %i that parse and type check', (dialect) => {
    const rng = seededRandom(dialect);
    for (let i = 0; i < runs(500); i++) {
      const catalogue = catalogues[i % catalogues.length] ?? zoo;
      const text = randomPolicy(rng, catalogue, dialect);
      const loaded = loadPolicy(text, { catalogue });
      const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
      expect(
        errors.map(
          (error) => `${renderDiagnostic(error, text).message}: ${text.slice(error.span.start, error.span.end)}`,
        ),
      ).toEqual([]);
    }
  });

  it('makes the same text for the same seed', () => {
    expect(randomPolicy(seededRandom(7), zoo, 2)).toBe(randomPolicy(seededRandom(7), zoo, 2));
    expect(randomCall(seededRandom(7), zoo)).toEqual(randomCall(seededRandom(7), zoo));
    expect(randomContext(seededRandom(7), zoo)).toEqual(randomContext(seededRandom(7), zoo));
  });
});

describe('randomContext', () => {
  it('gives history in time order, now and then with an event after now', () => {
    const rng = seededRandom(3);
    let later = 0;
    for (let i = 0; i < 500; i++) {
      const { history = [], now = Infinity } = randomContext(rng, zoo);
      const times = history.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      later += times.filter((at) => at > now).length;
    }
    expect(later).toBeGreaterThan(20);
  });
});
