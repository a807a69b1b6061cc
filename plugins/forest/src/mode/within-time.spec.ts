import { describe, expect, it } from 'vitest';
import { withinTime } from './within-time.js';

describe('the time of a request', () => {
  it.each([
    ['what the profile leaves', {}, 60_000, 42],
    ['its own, where that is less', { seconds: 10 }, 60_000, 10],
    ['what the profile leaves, where its own is more', { seconds: 100 }, 60_000, 42],
    ['its own, without a profile', { seconds: 100 }, null, 100],
    ['no bound, without either', {}, null, undefined],
  ])('is %s', (_what, options, solverMs, seconds) => {
    expect(withinTime({ options }, { solverMs }).options).toEqual(seconds === undefined ? {} : { seconds });
  });
});
