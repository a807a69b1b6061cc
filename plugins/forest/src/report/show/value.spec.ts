import { describe, expect, it } from 'vitest';
import type { Box, BoxSide } from '../../audit/index.js';
import { BOX_COLUMNS, boxLines } from '../lines/boxes.js';
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
  const box: Box = {
    sides: [{ ...SIDE, ...side }],
    points: '1',
    distance: 0,
    score: null,
    label: null,
    scores: [],
    records_hit: null,
  };
  const [line = []] = boxLines('r', box, 1);
  return Object.fromEntries(BOX_COLUMNS.map((column, at) => [column, line[at]]));
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
