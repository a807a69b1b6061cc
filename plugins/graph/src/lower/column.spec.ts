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
        for (const room of [1, 5000]) {
          expect([...filled(new Column(-1, room), values).take()]).toEqual(values);
          const column = filled(new Column(-1, room), values);
          column.set(blanks, changed);
          expect(column.get(blanks)).toBe(changed);
          const order = Int32Array.from(values.keys()).toReversed();
          expect([...column.takeInOrder(order)]).toEqual(values.with(blanks, changed).toReversed());
          expect([column.length, column.isBlank]).toEqual([0, true]);
          const bytes = filled(new ByteColumn(room), [...Array.from({ length: blanks }, () => 0), changed]);
          expect(bytes.length).toBe(blanks + 1);
          expect([...bytes.take()].lastIndexOf(changed)).toBe(blanks);
          const least = filled(new ByteColumn(room), [changed, 3, 0]);
          expect([...least.takeInOrder(Int32Array.of(2, 1, 0))]).toEqual([0, 3, changed]);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('that is blank can be asked and changed all the same', () => {
    const column = filled(new Column(-1), [-1, -1, -1]);
    expect([column.isBlank, column.get(1)]).toEqual([true, -1]);
    column.set(2, 5);
    expect([column.isBlank, ...column.take()]).toEqual([false, -1, -1, 5]);
    expect([...filled(new Column(-1), [-1, -1]).take()]).toEqual([-1, -1]);
    expect([...filled(new ByteColumn(), [0, 0]).take()]).toEqual([0, 0]);
    expect([...filled(new ByteColumn(), [0, 0]).takeInOrder(Int32Array.of(1, 0))]).toEqual([0, 0]);
  });
});
