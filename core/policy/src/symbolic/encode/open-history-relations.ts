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
  /** The amount of the present call, where a sum includes it. */
  readonly own: IntTerm | null;
}

/** What holds between two conditions in every history. Not all that holds: the rest shows when a model is replayed. */
export function relations(factory: TermFactory, known: BoolTerm, one: HistoryAtom, other: HistoryAtom): BoolTerm[] {
  const found = [
    ...implied(factory, one, other),
    ...implied(factory, other, one),
    ...included(factory, one, other),
    ...included(factory, other, one),
  ];
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

/** A sum with the amount of the present call, which is not negative, is no less than the sum without: what bounds the one bounds the other. */
function included(factory: TermFactory, without: HistoryAtom, including: HistoryAtom): BoolTerm[] {
  const [less, more] = [without.expr, including.expr];
  if (without.tally === null || without.tally !== including.tally || less.op !== 'sum' || more.op !== 'sum') return [];
  if (less.own || (including.own?.lo ?? -1n) < 0n || !alike([less.cmp, less.bound], [more.cmp, more.bound])) return [];
  if (less.cmp === '<' || less.cmp === '<=') return [factory.implies(including.value, without.value)];
  if (less.cmp !== '>' && less.cmp !== '>=') return [];
  const [isNot, isNotEither] = [without, including].map(({ defined, value }) =>
    factory.and(defined, factory.not(value)),
  );
  return isNot && isNotEither ? [factory.implies(isNotEither, isNot)] : [];
}

/**
 * An event found in a window is also found in a wider one, and by what asks for less of it; and the last event, or one that is counted,
 * was there formerly. What is tallied in a window is part of what is in a wider one.
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
  if (wide.expr.op !== 'formerly' || !isOneOf(narrow.expr.event, wide.expr.event)) return [];
  if (wide.expr.key.by !== 'anyone' && !alike(narrow.expr.key, wide.expr.key)) return [];
  if (!isWithin(narrow.expr.windowMs, wide.expr.windowMs)) return [];
  switch (narrow.expr.op) {
    case 'formerly':
    case 'previous':
      return [factory.implies(narrow.value, wide.value)];
    case 'count':
      return narrow.tally && alike(narrow.expr.event, wide.expr.event)
        ? [factory.implies(factory.and(narrow.defined, factory.lt(factory.int(0), narrow.tally)), wide.value)]
        : [];
    case 'since':
    case 'sum':
      return [];
  }
}

/** Whether each event that is meant by one is meant by the other: that asks for some of the same fields, and for nothing else. */
function isOneOf(one: CoreEvent, other: CoreEvent): boolean {
  const fields = new Set(one.fields.map(keyOf));
  return (
    alike([one.tools, one.state], [other.tools, other.state]) && other.fields.every((field) => fields.has(keyOf(field)))
  );
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
