import type { BoolTerm } from '../terms/term.js';
import type { TermFactory } from '../terms/factory.js';
import { type BoolSym, truthSym } from './sym.js';

/** Strong Kleene conjunction: false where one is false, else undefined where one is. */
export function conjunction(factory: TermFactory, operands: readonly BoolSym[]): BoolSym {
  const no = factory.or(...operands.map((operand) => isFalse(factory, operand)));
  return truthSym(
    factory.or(no, factory.and(...operands.map((operand) => operand.defined))),
    factory.and(...operands.map((operand) => operand.value)),
  );
}

/** Strong Kleene disjunction: true where one is true, else undefined where one is. */
export function disjunction(factory: TermFactory, operands: readonly BoolSym[]): BoolSym {
  const value = factory.or(...operands.map((operand) => operand.value));
  return truthSym(factory.or(value, factory.and(...operands.map((operand) => operand.defined))), value);
}

/** Where it is false: defined, and not true. */
export function isFalse(factory: TermFactory, { defined, value }: BoolSym): BoolTerm {
  return factory.and(defined, factory.not(value));
}

/** The opposite; undefined stays undefined. */
export function negation(factory: TermFactory, operand: BoolSym): BoolSym {
  return { ...operand, value: isFalse(factory, operand) };
}
