import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { ByteColumn, Column } from './column.js';

const filled = <T extends Column | ByteColumn>(column: T, values: readonly number[]): T => {
  for (const value of values) column.push(value);
  return column;
};

describe('a column', () => {
  it('has what was put into it, whatever it began with', () => {
    const numbers = fc.array(fc.oneof(fc.constant(-1), fc.nat(255)), { maxLength: 3000 });
    const most = fc.nat(2000);
    fc.assert(
      fc.property(numbers, most, fc.nat(255), (tail, blanks, changed) => {
        const values = [...Array.from({ length: blanks }, () => -1), ...tail, 7];
        const column = filled(new Column(-1), values);
        expect([...column.done()]).toEqual(values);
        column.set(blanks, changed);
        expect([...column.done()]).toEqual(values.with(blanks, changed));
        expect(column.get(blanks)).toBe(changed);
        const bytes = filled(new ByteColumn(), [...Array.from({ length: blanks }, () => 0), changed]);
        expect([bytes.length, bytes.get(blanks)]).toEqual([blanks + 1, changed]);
        expect([...bytes.done()].reduce((sum, byte) => sum + byte, 0)).toBe(changed);
      }),
      { numRuns: runs(100) },
    );
  });

  it('that is blank can be asked and changed all the same', () => {
    const column = filled(new Column(-1), [-1, -1, -1]);
    expect([column.isBlank, column.get(1), ...column.done()]).toEqual([true, -1, -1, -1, -1]);
    column.set(2, 5);
    expect([column.isBlank, ...column.done()]).toEqual([false, -1, -1, 5]);
    const bytes = filled(new ByteColumn(), [0, 0]);
    expect([bytes.isBlank, ...bytes.done()]).toEqual([true, 0, 0]);
  });
});
