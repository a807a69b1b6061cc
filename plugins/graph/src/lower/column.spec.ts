import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { ByteColumn, Column } from './column.js';

const filled = (column: Column, values: readonly number[]): Column => {
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
          const bytes = new ByteColumn(room);
          bytes.set(blanks, changed);
          expect([...bytes.take(blanks + 2)]).toEqual([...Array.from({ length: blanks }, () => 0), changed, 0]);
          bytes.set(0, changed);
          bytes.set(1, 3);
          expect([...bytes.takeInOrder(Int32Array.of(2, 1, 0))]).toEqual([0, 3, changed]);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('can be set behind its end, and filled: what is between is as it began', () => {
    const size = fc.nat(3000);
    fc.assert(
      fc.property(size, size, size, fc.integer({ min: -1, max: 9 }), (before, gap, count, value) => {
        for (const room of [1, 5000]) {
          const column = new Column(-1, room);
          column.fill(before, value);
          column.set(before + gap, 7);
          column.fill(count, value);
          const all = [
            ...Array.from({ length: before }, () => value),
            ...Array.from({ length: gap }, () => -1),
            7,
            ...Array.from({ length: count }, () => value),
          ];
          expect(column.length).toBe(all.length);
          expect([...column.take(all.length + 2)]).toEqual([...all, -1, -1]);
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it('that is blank can be asked and changed all the same', () => {
    const column = filled(new Column(-1), [-1, -1, -1]);
    expect([column.isBlank, column.get(1)]).toEqual([true, -1]);
    column.set(2, 5);
    expect([column.isBlank, ...column.take()]).toEqual([false, -1, -1, 5]);
    expect([...filled(new Column(-1), [-1, -1]).take()]).toEqual([-1, -1]);
    expect(column.get(7)).toBe(-1);
    expect([...new ByteColumn().take(2)]).toEqual([0, 0]);
    expect([...new ByteColumn().takeInOrder(Int32Array.of(1, 0))]).toEqual([0, 0]);
  });
});
