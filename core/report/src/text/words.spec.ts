import { describe, expect, it } from 'vitest';
import { count, percent, say } from './words.js';

describe('words', () => {
  it('fills in what is named, and nothing that a value brings', () => {
    const words = { en: '{n} of {all} {toString}', pt: '{n} de {all}' };
    expect(say(words, 'en', { n: '{all}', all: 7 })).toBe('{all} of 7 {toString}');
    expect(say(words, 'pt', { n: 1, all: 7 })).toBe('1 de 7');
  });

  it.each([
    [0, '0', '0'],
    [999, '999', '999'],
    [1000, '1,000', '1000'],
    [12_345, '12,345', '12 345'],
    [1_234_567, '1,234,567', '1 234 567'],
  ])('writes %d as people do', (number, en, pt) => {
    expect([count(number, 'en'), count(number, 'pt')]).toEqual([en, pt]);
  });

  it.each([
    [1, '100 %', '100 %'],
    [0.99999, '99.9 %', '99,9 %'],
    [0.57, '57 %', '57 %'],
    [0, '0 %', '0 %'],
  ])('never rounds the share %d up to all', (share, en, pt) => {
    expect([percent(share, 'en'), percent(share, 'pt')]).toEqual([en, pt]);
  });
});
