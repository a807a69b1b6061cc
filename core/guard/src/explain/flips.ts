import type { Field, Type } from '@ostiary/catalogue';
import {
  type Call,
  type CoreExpr,
  type CorePolicy,
  type Effect,
  followFields,
  isMiss,
  type Outcome,
  type Place,
  readerOf,
  readPath,
  toWire,
} from '@ostiary/policy';
import { candidates, fromUnits, thresholds, unitsOf } from './candidates.js';
import { comparisonsOf } from './breaks.js';
import { type Constants, constantsFor, mentions } from './constants.js';
import { REMOVED, withArgument } from './edit.js';
import type { Flip } from './types.js';

/** Decides changed calls. */
export interface Replay {
  readonly compiled: (call: Call) => Effect;
  /** Whether the interpreter gives the same answer; asked only about a change that is to be reported. */
  readonly isConfirmed: (call: Call) => boolean;
}

/** An ordered argument as it is, and how to change it. */
export interface Around {
  readonly comparisons: readonly CoreExpr[];
  readonly from: number;
  readonly callWith: (units: number) => Call | null;
}

/** Values tried for one argument at most: a policy may name any number of them. */
const MOST_TRIALS = 500;

interface Argument {
  readonly place: Place;
  readonly constants: Constants;
  readonly current: Outcome;
  readonly examples: readonly unknown[];
}

/**
 * For one argument, the smallest changes found that give another answer: for ordered values the nearest one below and
 * above, else the first of the likely values. A change always gives a well-typed value, or takes away an argument that
 * need not be there.
 */
export function flipsOf(
  place: Place,
  core: CorePolicy,
  guards: readonly CoreExpr[],
  call: Call,
  answer: Effect,
  replay: Replay,
  breaks: (around: Around) => readonly number[],
): readonly Flip[] {
  const same = (index: number): boolean =>
    core.slots[index]?.root === 'args' && core.slots[index]?.path.join('.') === place.path.join('.');
  const constants = constantsFor(guards, same, place.path);
  const current = readPath(call.args, place.path, readerOf(place.type));
  const argument: Argument = { place, constants, current, examples: examplesOf(core, call.tool, place.path) };
  const comparisons = comparisonsOf(guards, (expr) => mentions(expr, same));
  const trial = new Trial(argument, call, answer, replay, (from, callWith) => breaks({ comparisons, from, callWith }));
  const found = unitsOf(place.type, current) === null ? trial.first() : trial.nearest();
  return found.length > 0 || place.required || isMiss(current) ? found : trial.removal();
}

class Trial {
  private readonly path: string;

  constructor(
    private readonly argument: Argument,
    private readonly call: Call,
    private readonly answer: Effect,
    private readonly replay: Replay,
    private readonly breaks: (from: number, callWith: Around['callWith']) => readonly number[],
  ) {
    this.path = ['args', ...argument.place.path].join('.');
  }

  first(): readonly Flip[] {
    const { place, constants, current, examples } = this.argument;
    for (const raw of candidates(place.type, constants, current, examples).slice(0, MOST_TRIALS)) {
      const flip = this.confirmed(this.try(raw));
      if (flip) return [flip];
    }
    return [];
  }

  nearest(): readonly Flip[] {
    const { place, constants, current } = this.argument;
    const from = unitsOf(place.type, current) ?? 0;
    const near = this.breaks(from, (units) => this.callWith(units)).flatMap((at) => [at - 1, at, at + 1]);
    const all = [...new Set([...near, ...thresholds(place.type, constants, current)])]
      .filter(Number.isSafeInteger)
      .toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from) || a - b);
    return [all.filter((units) => units < from), all.filter((units) => units > from)].flatMap((side) => {
      const far = side.slice(0, MOST_TRIALS).find((units) => this.tryUnits(units) !== null);
      if (far === undefined) return [];
      const flip = this.confirmed(this.tryUnits(this.closeIn(from, far)));
      return flip ? [flip] : [];
    });
  }

  removal(): readonly Flip[] {
    const flip = this.confirmed(this.try(REMOVED));
    return flip ? [flip] : [];
  }

  /** Halves the distance between a value that keeps the answer and one that changes it until they are neighbours. */
  private closeIn(from: number, far: number): number {
    let [keeps, changes] = [from, far];
    while (Math.abs(changes - keeps) > 1) {
      const middle = keeps + Math.trunc((changes - keeps) / 2);
      if (this.tryUnits(middle) === null) keeps = middle;
      else changes = middle;
    }
    return changes;
  }

  /** The flip when the interpreter bears it out. */
  private confirmed(flip: Flip | null): Flip | null {
    const args = flip && withArgument(this.call.args, this.argument.place.path, 'to' in flip ? flip.to : REMOVED);
    return args && this.replay.isConfirmed({ ...this.call, args }) ? flip : null;
  }

  /** The call with so many units; null when the argument has no such value. */
  private callWith(units: number): Call | null {
    const { place, constants, current } = this.argument;
    const raw = toWire(place.type, fromUnits(place.type, units, current, constants));
    const args = withArgument(this.call.args, place.path, raw);
    return args && !isMiss(readPath(args, place.path, readerOf(place.type))) ? { ...this.call, args } : null;
  }

  private tryUnits(units: number): Flip | null {
    const { place, constants, current } = this.argument;
    return this.try(toWire(place.type, fromUnits(place.type, units, current, constants)));
  }

  private try(raw: unknown): Flip | null {
    const { place } = this.argument;
    const args = withArgument(this.call.args, place.path, raw);
    if (!args) return null;
    if (raw !== REMOVED && isMiss(readPath(args, place.path, readerOf(place.type)))) return null;
    const answer = this.replay.compiled({ ...this.call, args });
    if (answer === this.answer) return null;
    const from: unknown = rawAt(this.call.args, place.path);
    return { path: this.path, answer, ...(from !== undefined && { from }), ...(raw !== REMOVED && { to: raw }) };
  }
}

function rawAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (object, name) =>
      typeof object === 'object' && object !== null && Object.hasOwn(object, name)
        ? (object as Record<string, unknown>)[name]
        : undefined,
    args,
  );
}

/** The catalogue's examples of an argument: its own, and those in whole examples of calls. */
function examplesOf({ catalogue }: CorePolicy, tool: string, path: readonly string[]): readonly unknown[] {
  const entry = catalogue?.tools.find(({ name }) => name === tool);
  if (!entry) return [];
  const [name = '', ...rest] = path;
  const field: Field | undefined = Object.hasOwn(entry.args.fields, name) ? entry.args.fields[name] : undefined;
  const own = rest.length === 0 ? (field?.examples ?? []) : nestedExamples(field?.type, rest);
  return [
    ...own,
    ...(entry.examples ?? []).map((example) => rawAt(example, path)).filter((example) => example !== undefined),
  ];
}

function nestedExamples(type: Type | undefined, path: readonly string[]): readonly unknown[] {
  const parent =
    type?.kind === 'record' ? (path.length === 1 ? type : followFields(type, path.slice(0, -1))?.type) : undefined;
  const last = path.at(-1) ?? '';
  return parent?.kind === 'record' && Object.hasOwn(parent.fields, last) ? (parent.fields[last]?.examples ?? []) : [];
}
