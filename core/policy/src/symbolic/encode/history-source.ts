import type { CoreExpr, HistoryCondition, Slot } from '../../core/ir.js';
import { TEXT } from '../../values/types.js';
import type { Inputs } from './inputs.js';
import type { EncodingState } from './state.js';
import { boolSym, type Sym } from './sym.js';

/** Encodes a part of a history condition; `history` differs from the present one within `since`. */
export type EncodePart = (expr: CoreExpr, history: HistorySource) => Sym;

export interface HistorySource {
  /** `items`: of the quantifiers around, outermost first; `slots`: of the policy that the condition stands in. */
  encode(expr: HistoryCondition, part: EncodePart, items: readonly Sym[], slots: readonly Slot[]): Sym;
}

/** The present's name for a key. */
export function keySym(inputs: Inputs, by: 'principal' | 'session' | 'customer'): Sym {
  return inputs.readAt(by === 'principal' ? 'principal' : 'session', [by === 'customer' ? 'customer' : 'id'], TEXT);
}

/** No history is given and none is supposed: every condition on it is undefined. */
export class NoHistory implements HistorySource {
  constructor(private readonly state: EncodingState) {}

  encode(): Sym {
    const { factory } = this.state;
    return boolSym(factory, factory.false, factory.false);
  }
}
