import type { CoreEvent, CoreOf, HistoryCondition } from '../../core/ir.js';
import { currencyOf } from '../../evaluate/history/tally.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';

/** A condition on an unknown history. */
export interface HistoryAtom {
  readonly expr: HistoryCondition;
  /** Which items of quantifiers it is about; null: none. */
  readonly about: number | null;
  readonly defined: BoolTerm;
  /** INVARIANT: implies `defined`. */
  readonly value: BoolTerm;
  /** The number a count or a sum stands for, shared by all conditions on the same events. */
  readonly tally: IntTerm | null;
}

/** What holds between two conditions in every history. Not all that holds: the rest shows when a model is replayed. */
export function relations(factory: TermFactory, known: BoolTerm, one: HistoryAtom, other: HistoryAtom): BoolTerm[] {
  const found = [...implied(factory, one, other), ...implied(factory, other, one)];
  if (
    one.expr.op === 'previous' &&
    other.expr.op === 'previous' &&
    alike(one.expr.key, other.expr.key) &&
    one.expr.key.by !== 'args' &&
    excludes(one.expr.event, other.expr.event)
  ) {
    found.push(factory.not(factory.and(one.value, other.value)));
  }
  return found.map((term) => factory.implies(known, term));
}

/**
 * An event found in a window is also found in a wider one, and the last event, or one that is counted, was there formerly. What is
 * tallied in a window is part of what is in a wider one.
 */
function implied(factory: TermFactory, narrow: HistoryAtom, wide: HistoryAtom): BoolTerm[] {
  if (narrow.tally && wide.tally) {
    const isPart =
      narrow.tally !== wide.tally &&
      tallied(narrow.expr) === tallied(wide.expr) &&
      isWithin(narrow.expr.windowMs, wide.expr.windowMs) &&
      (narrow.expr.op === 'count' || (narrow.expr.op === 'sum' && isNeverNegative(narrow.expr)));
    return isPart ? [factory.le(narrow.tally, wide.tally)] : [];
  }
  if (wide.expr.op !== 'formerly' || !alike(narrow.expr.event, wide.expr.event)) return [];
  if (wide.expr.key.by !== 'anyone' && !alike(narrow.expr.key, wide.expr.key)) return [];
  if (!isWithin(narrow.expr.windowMs, wide.expr.windowMs)) return [];
  switch (narrow.expr.op) {
    case 'formerly':
    case 'previous':
      return [factory.implies(narrow.value, wide.value)];
    case 'count':
      return narrow.tally
        ? [factory.implies(factory.and(narrow.defined, factory.lt(factory.int(0), narrow.tally)), wide.value)]
        : [];
    case 'since':
    case 'sum':
      return [];
  }
}

/** One event cannot be both: it has one tool and one state. `open` is a state of the whole call. */
function excludes(one: CoreEvent, other: CoreEvent): boolean {
  return (
    !one.tools.some((tool) => other.tools.includes(tool)) ||
    (one.state !== other.state && one.state !== 'open' && other.state !== 'open')
  );
}

/** Equal but for where they are written. */
function alike(one: unknown, other: unknown): boolean {
  return keyOf(one) === keyOf(other);
}

/** The same for counts, or sums, that differ in their windows and bounds alone. */
export function tallied(expr: HistoryCondition): string {
  const currency = expr.op === 'sum' ? currencyOf(expr.bound) : null;
  return keyOf([expr.op, expr.event, expr.key, expr.op === 'sum' ? expr.field : null, currency]);
}

/** A sum of amounts none of which can be negative. */
export const isNeverNegative = ({ fieldTypes }: CoreOf<'sum'>): boolean =>
  fieldTypes.every(
    (type) => (type.kind === 'int' || type.kind === 'decimal' || type.kind === 'money') && (type.min ?? -1) >= 0,
  );

/** Equal for conditions that differ only in where they are written. */
export function keyOf(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (name === 'span' ? undefined : inner));
}

function isWithin(narrow: number | null, wide: number | null): boolean {
  return narrow === null || wide === null ? narrow === wide : narrow <= wide;
}
