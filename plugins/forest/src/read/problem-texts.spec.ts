import { describe, expect, it } from 'vitest';
import { PROBLEM_TEXTS, problemText } from './problem-texts.js';

describe('texts of problems', () => {
  it('takes what a customer wrote as it is', () => {
    const { en } = problemText({
      slug: 'forest_operator',
      place: {},
      params: { operator: '{constructor} $& {operator}' },
    });
    expect(en).toBe('The operator {constructor} $& {operator} is not supported.');
  });

  it('has the same parameters in both languages', () => {
    const names = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name).toSorted();
    for (const { en, pt } of Object.values(PROBLEM_TEXTS)) expect(names(pt)).toEqual(names(en));
  });
});
