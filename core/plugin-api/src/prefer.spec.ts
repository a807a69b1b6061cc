import { describe, expect, it } from 'vitest';
import { waitPreference } from './prefer.js';

describe('waitPreference', () => {
  it.each([
    [undefined, 2, null],
    ['', 2, null],
    ['wait=10', 10, 'wait=10'],
    ['wait=0', 0, 'wait=0'],
    ['wait="7"', 7, 'wait=7'],
    ['WAIT = 7; foo=bar', 7, 'wait=7'],
    ['wait=100', 30, 'wait=30'],
    ['respond-async', 0, 'respond-async'],
    ['respond-async, wait=5', 5, 'wait=5'],
    ['return=minimal, respond-async', 0, 'respond-async'],
    ['wait=5, wait=9', 5, 'wait=5'],
    ['wait=-1', 2, null],
    ['wait=1.5', 2, null],
    ['wait=soon', 2, null],
    ['wait', 2, null],
    ['handling=strict', 2, null],
  ])('%s', (header, seconds, applied) => {
    expect(waitPreference(header)).toEqual({ seconds, applied });
  });
});
