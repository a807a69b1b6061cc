import type { Use } from '../lower/index.js';
import type { ArgumentBinding } from '../model/index.js';

/** Where the value of one argument comes from, as far as the graph says. */
export type Source =
  | { readonly variable: string }
  | { readonly value: string | number | boolean | null }
  | { readonly model: true }
  | { readonly unknown: true };

const UNKNOWN: Source = { unknown: true };

export function sourceOf(use: Use, argument: string): Source {
  const binding: ArgumentBinding | undefined = use.call?.arguments?.find(({ name }) => name === argument);
  if (binding === undefined) return UNKNOWN;
  if ('variable' in binding) return { variable: binding.variable };
  if ('value' in binding) return { value: binding.value };
  return { model: true };
}

/** Whether two arguments have the same value (S6): surely, surely not (or not said to), or nobody knows. */
export function sameSource(left: Source, right: Source): 'yes' | 'no' | 'maybe' {
  if ('model' in left || 'model' in right) return 'no';
  if ('unknown' in left || 'unknown' in right) return 'maybe';
  if ('variable' in left && 'variable' in right) return left.variable === right.variable ? 'yes' : 'no';
  if ('value' in left && 'value' in right) return left.value === right.value ? 'yes' : 'no';
  return 'no';
}

/** False only for two different constants: everything else may be the same thing. */
export const mayBeSame = (left: Source, right: Source): boolean =>
  !('value' in left && 'value' in right && left.value !== right.value);
