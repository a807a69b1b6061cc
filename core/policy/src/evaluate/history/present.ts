import type { CoreExpr } from '../../core/ir.js';
import { ABSENT, ILL_TYPED, type Outcome } from '../../values/outcome.js';
import { isRecord } from '../../values/read.js';
import type { Eval, Frame } from '../frame.js';
import type { Context } from '../types.js';
import type { Sharing } from './sharing.js';

/** Reads what the present contributes to a condition's correlations, in their order. */
type Present = (frame: Frame) => readonly Outcome[];

/** Reads what the present call has in the places that events are compared in, in the order of `shared`. */
export function presentReader(shared: readonly Sharing[], compile: (expr: CoreExpr) => Eval): Present {
  const readers = shared.map((sharing): Eval => {
    if (sharing.by === 'field') return compile(sharing.field.value);
    return ({ context }) => nameOf(context, sharing.by);
  });
  return (frame) => readers.map((read) => read(frame));
}

function nameOf({ principal, session }: Context, by: 'principal' | 'session' | 'customer'): Outcome {
  const object = by === 'principal' ? principal : session;
  const name = by === 'customer' ? 'customer' : 'id';
  const value = isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined;
  if (value === undefined) return ABSENT;
  return typeof value === 'string' ? value : ILL_TYPED;
}
