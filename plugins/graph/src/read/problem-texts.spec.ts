import { describe, expect, it } from 'vitest';
import { PROBLEM_TEXTS, problemText } from './problem-texts.js';

const place = { pointer: '' };

describe('texts of problems', () => {
  it('says what is nearest only when something is', () => {
    expect(problemText({ slug: 'graph_reference_dangling', place, params: { id: 'pya', nearest: 'pay' } }).en).toBe(
      'There is no node `pya`. Is it `pay`?',
    );
    expect(problemText({ slug: 'graph_reference_dangling', place, params: { id: 'pya' } }).pt).toBe(
      'Não existe o nó `pya`.',
    );
  });

  it('takes what a customer wrote as it is', () => {
    const { en } = problemText({ slug: 'graph_field_missing', place, params: { field: '{constructor} $& {field}' } });
    expect(en).toBe('`{constructor} $& {field}` is missing.');
  });

  it('has the same parameters in both languages', () => {
    const names = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name).toSorted();
    for (const { en, pt } of Object.values(PROBLEM_TEXTS)) expect(names(pt)).toEqual(names(en));
  });
});
