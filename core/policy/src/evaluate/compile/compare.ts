import type { Type } from '@ostiary/catalogue';
import type { CompareOp } from '../../syntax/ast.js';
import type { Outcome } from '../../values/outcome.js';
import type { Value } from '../../values/value.js';
import { comparison } from '../comparison.js';
import type { Eval } from '../frame.js';

/** A test of `slot cmp constant`, the commonest test of all, with nothing left to look up when it runs. */
export function constantTest(slot: number, cmp: CompareOp, constant: Value, type: Type): Eval {
  if (type.kind === 'decimal' && type.scale === undefined && typeof constant === 'number') {
    const plain = constantTest(slot, cmp, constant, { kind: 'int' });
    const exact = comparison(cmp, type);
    return (frame) => {
      const value = frame.values[slot] ?? frame.read(slot);
      return typeof value === 'object' ? exact(value, constant) : plain(frame);
    };
  }
  if (typeof constant === 'object') {
    const compare = comparison(cmp, type);
    return (frame) => {
      const value = frame.values[slot] ?? frame.read(slot);
      return typeof value === 'symbol' ? value : compare(value, constant);
    };
  }
  switch (cmp) {
    case '==':
      return (frame) => {
        const value = frame.values[slot] ?? frame.read(slot);
        return typeof value === 'symbol' ? value : value === constant;
      };
    case '!=':
      return (frame) => {
        const value = frame.values[slot] ?? frame.read(slot);
        return typeof value === 'symbol' ? value : value !== constant;
      };
    case '<':
      return (frame) => {
        const value = frame.values[slot] ?? frame.read(slot);
        return typeof value === 'symbol' ? value : value < constant;
      };
    case '<=':
      return (frame) => {
        const value = frame.values[slot] ?? frame.read(slot);
        return typeof value === 'symbol' ? value : value <= constant;
      };
    case '>':
      return (frame) => {
        const value = frame.values[slot] ?? frame.read(slot);
        return typeof value === 'symbol' ? value : value > constant;
      };
    case '>=':
      return (frame) => {
        const value = frame.values[slot] ?? frame.read(slot);
        return typeof value === 'symbol' ? value : value >= constant;
      };
  }
}

/** Lifts an operation on values to outcomes: a missing operand is passed on. */
export function lift(operand: Eval, apply: (value: Value) => Outcome): Eval {
  return (frame) => {
    const value = operand(frame);
    return typeof value === 'symbol' ? value : apply(value);
  };
}
