import { describe, expect, it } from 'vitest';
import { moreText, turnsOf } from './turns.js';

const turns = (text: string): string =>
  turnsOf(Array.from(text), (step) => step)
    .map(({ step, at, more }) => `${at + 1}${step}${more > 0 ? `+${more}` : ''}`)
    .join(' ');

describe('turns of a session', () => {
  it('are its steps, of which many equal neighbours are one', () => {
    expect(turns('')).toBe('');
    expect(turns('abcab')).toBe('1a 2b 3c 4a 5b');
    expect(turns('aaab')).toBe('1a 2a 3a 4b');
    expect(turns('abbbbbcbbbb')).toBe('1a 2b+4 7c 8b+3');
  });

  it('say how many more there are', () => {
    expect(moreText(0, 'en')).toBeNull();
    expect(moreText(4, 'en')).toBe('4 more calls like this');
    expect(moreText(4, 'pt')).toBe('mais 4 chamadas como esta');
  });
});
