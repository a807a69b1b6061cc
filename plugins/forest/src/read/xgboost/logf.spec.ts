import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readModel } from '../index.js';
import { logf } from './logf.js';

const saved = JSON.parse(readFileSync(new URL('../../../fixtures/xgboost/binary.json', import.meta.url), 'utf8')) as {
  learner: { learner_model_param: object; attributes: object };
};
const read = (change: Partial<typeof saved.learner>): ReturnType<typeof readModel> =>
  readModel(new TextEncoder().encode(JSON.stringify({ ...saved, learner: { ...saved.learner, ...change } })));

describe('base scores of XGBoost', () => {
  // From the C library; the float nearest to the logarithm is another one for the last two.
  it.each([
    [1, 0],
    [2.333_333_253_860_473_6, Math.fround(0.847_297_847)],
    [3.669_338_703_155_517_6, 1.300_011_515_617_370_6],
    [0.334_292_531_013_488_8, -1.095_738_887_786_865_2],
  ])('have the logarithm of %d', (x, log) => {
    expect(logf(x)).toBe(log);
  });
});

describe('models of early stopping', () => {
  const attributes = (best: string): object => ({ best_iteration: best, best_score: '0.1' });

  it('are read when they end with the best iteration, and else refused', () => {
    expect(read({ attributes: attributes('7') })).toMatchObject({ ok: true });
    expect(read({ attributes: attributes('3') })).toMatchObject({
      problem: {
        slug: 'forest_source_refused',
        params: { what: expect.stringContaining('best iteration') as string },
        place: { pointer: '/learner/attributes/best_iteration' },
      },
    });
  });
});
