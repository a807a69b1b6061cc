import type { TextQuestion } from '../source/text-classes.js';

/** What a value of an item can be where it is asked; `any`: only whether it is there; `unread`: not understood, so true or false of an item. */
export type Kind = 'text' | 'number' | 'time' | 'truth' | 'length' | 'object' | 'any' | 'unread';

/** One comparison of a field of an item with a constant. */
export interface Atom {
  /** The field, or the whole comparison where it is not understood. */
  readonly left: string;
  readonly kind: Kind;
  /** Where its answer changes: of a text, or of a number. */
  readonly question?: TextQuestion;
  readonly border?: number;
  /** @param value a text, a number (a time, a length), a truth; `undefined`: absent. Of `object` a truth: whether it has members */
  readonly holds: (value: unknown) => boolean;
}

/** What an output of a node asks of an item. */
export type Formula =
  | { readonly atom: Atom }
  | { readonly op: 'and' | 'or'; readonly of: readonly Formula[] }
  | { readonly op: 'not'; readonly of: Formula };

export const negation = (of: Formula): Formula => ({ op: 'not', of });

export function atomsOf(formula: Formula): readonly Atom[] {
  if ('atom' in formula) return [formula.atom];
  return formula.op === 'not' ? atomsOf(formula.of) : formula.of.flatMap(atomsOf);
}

export function holds(formula: Formula, valueOf: (atom: Atom) => unknown): boolean {
  if ('atom' in formula) return formula.atom.holds(valueOf(formula.atom));
  if (formula.op === 'not') return !holds(formula.of, valueOf);
  return formula.op === 'and'
    ? formula.of.every((part) => holds(part, valueOf))
    : formula.of.some((part) => holds(part, valueOf));
}
