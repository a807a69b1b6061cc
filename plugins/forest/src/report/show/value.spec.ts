import { describe, expect, it } from 'vitest';
import type { BoxSide } from '../../audit/index.js';
import { BOX_COLUMNS, sideCells } from '../lines/boxes.js';
import { textsOf, valueText } from './value.js';

const SIDE: BoxSide = {
  feature: 'purpose',
  low: null,
  high: null,
  low_bits: null,
  high_bits: null,
  missing: false,
  texts: null,
  others: false,
};
const cells = (side: Partial<BoxSide>): Readonly<Record<string, unknown>> => {
  const line = sideCells({ ...SIDE, ...side });
  const from = BOX_COLUMNS.indexOf('feature');
  return Object.fromEntries(line.map((cell, at) => [BOX_COLUMNS[from + at], cell]));
};

describe('what is shown of texts', () => {
  it('tells a category named missing from a value that is missing', () => {
    expect(valueText({ value: 'missing', bits: null })).toBe('"missing"');
    expect(valueText({ value: null, bits: null })).toBe('missing');
    expect(valueText({ value: null, bits: '7fc00000' })).toBe('missing');
    expect(valueText({ value: '-1.5', bits: 'bfc00000' })).toBe('-1.5');
    expect(cells({ texts: ['missing'] })).toMatchObject({ texts: '"missing"', missing: '' });
    expect(cells({ texts: [], missing: true })).toMatchObject({ texts: '', missing: 'yes' });
  });

  it('tells one text with a bar from two, and a star from any other text', () => {
    expect(textsOf({ texts: ['a|b'], others: false })).toBe('"a|b"');
    expect(textsOf({ texts: ['a', 'b'], others: false })).toBe('a|b');
    expect(cells({ texts: ['*'] })).toMatchObject({ texts: '"*"' });
    expect(cells({ texts: ['car'], others: true })).toMatchObject({ texts: 'car|*' });
  });
});
