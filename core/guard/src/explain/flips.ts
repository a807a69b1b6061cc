import type { Field, Type } from '@ostiary/catalogue';
import {
  type Call,
  type Context,
  type CoreExpr,
  type CorePolicy,
  type Effect,
  firstOther,
  followFields,
  isMiss,
  Line,
  monotoneTests,
  type Outcome,
  type Place,
  readerOf,
  readPath,
  toWire,
} from '@ostiary/policy';
import { byDistance, candidates, currencyAt, thresholds } from './candidates.js';
import { changesAtConstant, type Constants, constantsFor, mentions } from './constants.js';
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
  /** Tests that look at it. */
  readonly tests: readonly CoreExpr[];
  readonly from: bigint;
  readonly farthest: bigint;
  /** Null when the argument has no such value. */
  readonly callWith: (point: bigint) => Call | null;
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
  context: Context,
  answer: Effect,
  replay: Replay,
  breaks: (around: Around) => readonly bigint[],
): readonly Flip[] {
  const same = (index: number): boolean =>
    core.slots[index]?.root === 'args' && core.slots[index]?.path.join('.') === place.path.join('.');
  const constants = constantsFor(guards, same, place.path);
  const current = readPath(call.args, place.path, readerOf(place.type));
  const line = Line.forCall(place.type, core, call, context);
  const argument: Argument = { place, constants, current, examples: examplesOf(core, call.tool, place.path) };
  const trial = new Trial(argument, call, answer, replay);
  const from = line?.pointOf(current) ?? null;
  const currency = currencyAt(place.type, current, constants);
  const tests = (): readonly CoreExpr[] =>
    monotoneTests(guards, (expr) => mentions(expr, same) && !changesAtConstant(expr, same, currency));
  const found =
    line === null || from === null
      ? trial.first()
      : trial.nearest(line, from, (callWith) => breaks({ tests: tests(), from, farthest: line.farthest, callWith }));
  return found.length > 0 || place.required || isMiss(current) ? found : trial.removal();
}

class Trial {
  private readonly path: string;

  constructor(
    private readonly argument: Argument,
    private readonly call: Call,
    private readonly answer: Effect,
    private readonly replay: Replay,
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

  nearest(line: Line, from: bigint, breaks: (callWith: Around['callWith']) => readonly bigint[]): readonly Flip[] {
    const { place, constants, current } = this.argument;
    const currency = currencyAt(place.type, current, constants);
    const wireAt = (point: bigint): unknown => {
      const value = line.valueAt(point, currency);
      return value === null ? REMOVED : toWire(place.type, value);
    };
    const tryAt = (point: bigint): Flip | null => {
      const raw = wireAt(point);
      return raw === REMOVED ? null : this.try(raw);
    };
    const near = breaks((point) => this.callWith(wireAt(point))).flatMap((at) => [at - 1n, at, at + 1n]);
    const all = byDistance([...new Set([...near, ...thresholds(line, constants, from)])], from);
    const changes = (point: bigint): boolean => tryAt(point) !== null;
    return ([-1n, 1n] as const).flatMap((direction) => {
      const side = all.filter((point) => (point - from) * direction > 0n).slice(0, MOST_TRIALS);
      const at = side.findIndex(changes);
      const far = side[at];
      if (far === undefined) return [];
      // What is nearer was tried and changes nothing: mostly it is the next point, so that nothing is left to look through.
      const nearest = firstOther(side[at - 1] ?? from, far, changes);
      const plain = line.inFewDigits(nearest, direction, [current, ...constants.values]).find(changes);
      const flip = this.confirmed(tryAt(plain ?? nearest));
      return flip ? [flip] : [];
    });
  }

  removal(): readonly Flip[] {
    const flip = this.confirmed(this.try(REMOVED));
    return flip ? [flip] : [];
  }

  /** The flip when the interpreter bears it out. */
  private confirmed(flip: Flip | null): Flip | null {
    const args = flip && withArgument(this.call.args, this.argument.place.path, 'to' in flip ? flip.to : REMOVED);
    return args && this.replay.isConfirmed({ ...this.call, args }) ? flip : null;
  }

  /** The call with this in the place of the argument; null when the argument has no such value. */
  private callWith(raw: unknown): Call | null {
    const { place } = this.argument;
    const args = raw === REMOVED ? null : withArgument(this.call.args, place.path, raw);
    return args && !isMiss(readPath(args, place.path, readerOf(place.type))) ? { ...this.call, args } : null;
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
