import type { Field, Type } from '@ostiary/catalogue';
import {
  type Call,
  childrenOf,
  type Context,
  type CoreExpr,
  type Place,
  placesRead,
  PLAUSIBLE,
  readerOf,
  toWire,
} from '@ostiary/policy';
import { candidates } from '../explain/candidates.js';
import { constantsFor, mentions } from '../explain/constants.js';
import { REMOVED, withArgument } from '../explain/edit.js';
import type { PreparedPolicy } from '../prepare/prepare.js';

/** A call and what stands around it. */
export interface Situation {
  readonly call: Call;
  readonly context: Context;
}

/** Makes one situation of another; null where it cannot. */
export type Change = (from: Situation) => Situation | null;

/** Tuesday noon: nothing odd about it. */
const NOON = Date.UTC(2026, 0, 6, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Values tried at one place. */
const MOST_VALUES = 16;

/** Calls of a tool that lack nothing and say nothing of note: its examples, and one that is made up. */
export function plainSituations({ catalogue }: PreparedPolicy, tool: string): readonly Situation[] {
  const declared = catalogue?.tools.find(({ name }) => name === tool);
  const context: Context = { principal: {}, session: {}, history: [], labels: { session: [], args: {} }, now: NOON };
  return [requiredOf(declared?.args.fields ?? {}), ...(declared?.examples ?? [])].map((args) => ({
    call: { tool, args },
    context,
  }));
}

function requiredOf(fields: Readonly<Record<string, Field>>): Readonly<Record<string, unknown>> {
  const needed = Object.entries(fields).filter(([, { required }]) => required);
  return Object.fromEntries(needed.map(([name, { type, examples }]) => [name, examples?.[0] ?? sampleOf(type)]));
}

function sampleOf(type: Type): unknown {
  switch (type.kind) {
    case 'bool':
      return false;
    case 'int':
      return Math.max(1, type.min ?? 1);
    case 'decimal':
      return toWire(type, type.min ?? 1);
    case 'money':
      return toWire(type, { minor: type.min ?? 100, currency: type.currency ?? type.currencies?.[0] ?? 'EUR' });
    case 'duration':
      return toWire(type, HOUR);
    case 'time':
      return toWire(type, NOON);
    case 'string':
      return type.enum?.[0] ?? PLAUSIBLE[type.format][0];
    case 'list':
      return [];
    case 'map':
      return {};
    case 'record':
      return requiredOf(type.fields);
    case 'any':
      return 'x';
  }
}

/** Changes of what the expressions look at, one thing at a time: to values that they tell apart, and to absence. */
export function changesOf(
  { core, catalogue }: PreparedPolicy,
  tool: string,
  guards: readonly CoreExpr[],
): readonly Change[] {
  const fields = catalogue?.tools.find(({ name }) => name === tool)?.args.fields ?? {};
  return [
    ...placesRead(core, guards).flatMap((place) => changesAt(place, core.slots, guards, fields)),
    ...momentsOf(guards, core.slots).map((now) => withNow(now)),
    ...labelsIn(guards).map(({ slot, label }) =>
      withLabel(slot === null ? null : (core.slots[slot]?.path.join('.') ?? ''), label),
    ),
  ];
}

type Slots = PreparedPolicy['core']['slots'];

function changesAt(
  { root, path, type, required }: Place,
  slots: Slots,
  guards: readonly CoreExpr[],
  fields: Readonly<Record<string, Field>>,
): readonly Change[] {
  if (root === 'now') return [];
  const here = (index: number): boolean => {
    const slot = slots[index];
    return slot?.root === root && slot.path.join('.') === path.join('.');
  };
  const examples = root === 'args' && path.length === 1 ? (fields[path[0] ?? '']?.examples ?? []) : [];
  const constants = constantsFor(
    guards.filter((guard) => mentions(guard, here)),
    here,
    path,
  );
  const reader = readerOf(type);
  const values = [...candidates(type, constants, Symbol('absent'), examples), sampleOf(type)]
    .filter((raw) => typeof reader(raw, {}) !== 'symbol')
    .slice(0, MOST_VALUES);
  const sets =
    (value: unknown): Change =>
    (from) =>
      withValue(from, root, path, value);
  return [...values.map(sets), ...(required && root === 'args' ? [] : [sets(REMOVED)])];
}

function withValue(
  { call, context }: Situation,
  root: 'args' | 'principal' | 'session',
  path: readonly string[],
  value: unknown,
): Situation | null {
  const whole = root === 'args' ? call.args : context[root];
  const changed = withArgument(within(whole ?? {}, path), path, value);
  if (!changed) return null;
  return root === 'args'
    ? { call: { ...call, args: changed }, context }
    : { call, context: { ...context, [root]: changed } };
}

/** The object with those on the way to a path in it. */
function within(
  object: Readonly<Record<string, unknown>>,
  [name, ...rest]: readonly string[],
): Readonly<Record<string, unknown>> {
  if (name === undefined || rest.length === 0) return object;
  const inner = object[name] ?? {};
  if (typeof inner !== 'object' || Array.isArray(inner)) return object;
  return { ...object, [name]: within(inner as Readonly<Record<string, unknown>>, rest) };
}

/** Another time of the decision, in milliseconds since the epoch; all else as it is. */
export const withNow =
  (now: number): Change =>
  ({ call, context }) => ({ call, context: { ...context, now } });

/** Times of day and days of the week on both sides of every constant that a clock is compared with. */
export function momentsOf(guards: readonly CoreExpr[], slots: Slots): readonly number[] {
  const read =
    (name: string) =>
    (index: number): boolean =>
      slots[index]?.root === 'now' && slots[index]?.path[0] === name;
  const around = (name: string): readonly number[] =>
    constantsFor(guards, read(name), ['now', name]).values.flatMap((value) =>
      typeof value === 'number' ? [value - 1, value, value + 1] : [],
    );
  const clock = (from: readonly number[], low: number, high: number): readonly number[] =>
    [...new Set(from)].filter((value) => value >= low && value <= high);
  const noon = NOON - 12 * HOUR;
  return [
    ...clock([0, ...around('hour')], 0, 23).map((hour) => noon + hour * HOUR),
    ...clock(around('weekday'), 1, 7).map((weekday) => NOON + (weekday - 2) * DAY),
    ...clock(around('minute'), 0, 59).map((minute) => NOON + minute * 60_000),
    ...around('time'),
    ...around('date'),
    NOON,
  ];
}

/** The labels that expressions ask for; slot null: of the session. */
export function labelsIn(
  exprs: readonly CoreExpr[],
): readonly { readonly slot: number | null; readonly label: string }[] {
  const found = new Map<string, { readonly slot: number | null; readonly label: string }>();
  const visit = (expr: CoreExpr): void => {
    if (expr.op === 'label') found.set(JSON.stringify([expr.slot, expr.label]), expr);
    for (const child of childrenOf(expr)) visit(child);
  };
  exprs.forEach(visit);
  return [...found.values()];
}

/** Puts a label on the session (path null), or on an argument. */
function withLabel(path: string | null, label: string): Change {
  return ({ call, context }) => {
    const { session = [], args = {} } = context.labels ?? {};
    const labels =
      path === null
        ? { session: [...session, label], args }
        : { session, args: { ...args, [path]: [...(args[path] ?? []), label] } };
    return { call, context: { ...context, labels } };
  };
}

/** Takes a label off the session (path null), or off all arguments. */
export function withoutLabel(path: string | null, label: string): Change {
  return ({ call, context }) => {
    const { session = [], args = {} } = context.labels ?? {};
    const others = (names: readonly string[]): readonly string[] => names.filter((name) => name !== label);
    const labels =
      path === null
        ? { session: others(session), args }
        : { session, args: Object.fromEntries(Object.entries(args).map(([key, names]) => [key, others(names)])) };
    return { call, context: { ...context, labels } };
  };
}
