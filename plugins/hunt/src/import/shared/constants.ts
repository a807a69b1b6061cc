import type { Literal } from '@ostiary/policy';
import { bool, number, text } from './build.js';
import type { Tree } from './yaml.js';

/** A value of a text as a constant of ours, and what it compares with. */
export interface Constant {
  readonly kind: 'text' | 'number' | 'bool';
  readonly literal: Literal;
}

/** Null: it is no single value. */
export function constantOf(value: Tree): Constant | null {
  if (value.kind === 'text') return { kind: 'text', literal: text(value.text) };
  if (value.kind === 'number') return { kind: 'number', literal: number(value.digits) };
  return value.kind === 'bool' ? { kind: 'bool', literal: bool(value.value) } : null;
}

/** Values of one kind; null: there are none, or they are of several. */
export function constantsOf(
  values: readonly Tree[],
): (Pick<Constant, 'kind'> & { readonly literals: readonly Literal[] }) | null {
  const all = values.map(constantOf);
  const [first] = all;
  if (!first || !all.every((each) => each?.kind === first.kind)) return null;
  return { kind: first.kind, literals: all.flatMap((each) => each?.literal ?? []) };
}
