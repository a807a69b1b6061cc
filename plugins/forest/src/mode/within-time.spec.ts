import { describe, expect, it } from 'vitest';
import { withinTime } from './within-time.js';

describe('the time of a request', () => {
  const times = { solverMs: 60_000, wallMs: 120_000, leftMs: 120_000 };
  it.each([
    ['what the profile leaves of solver time', {}, {}, 42],
    ['its own, where that is less', { seconds: 10 }, {}, 10],
    ['what the profile leaves, where its own is more', { seconds: 100 }, {}, 42],
    ['what the profile leaves of wall time', {}, { solverMs: null }, 72],
    ['its own, without a bound of solver time', { seconds: 10 }, { solverMs: null }, 10],
    ['of a part what those before it have left', {}, { leftMs: 60_000 }, 12],
    ['of a part what those before it have left of its own', { seconds: 70 }, { leftMs: 60_000 }, 10],
    ['nothing, where only the time to join the parts is left', {}, { leftMs: 48_000 }, 0],
    ['nothing, where its own is over', { seconds: 50 }, { leftMs: 60_000 }, 0],
  ])('is %s', (_what, options, other, seconds) => {
    expect(withinTime({ options }, { ...times, ...other }).options).toEqual({ seconds });
  });
});
