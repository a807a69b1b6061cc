import type { Decider } from '../model/index.js';
import { BAD, type Monitor, Symbols } from './monitor.js';

/** More states than this are not told apart. */
const MOST_STATES = 4096;

/** Numbers that several monitors have for something, as one: each has its place by a radix. */
class Radix {
  readonly #of: readonly number[];
  readonly #at: readonly number[];
  readonly size: number;

  constructor(counts: readonly number[]) {
    this.#of = counts;
    this.#at = counts.map((_, id) => counts.slice(0, id).reduce((product, count) => product * count, 1));
    this.size = counts.reduce((product, count) => product * count, 1);
  }

  part(whole: number, id: number): number {
    return Math.floor(whole / (this.#at[id] as number)) % (this.#of[id] as number);
  }

  join(pick: (id: number) => number): number {
    return this.#at.reduce((sum, at, id) => sum + pick(id) * at, 0);
  }
}

/**
 * Several automata as one: what is forbidden to one of them is forbidden to it. Where somebody else's choice decides which of them is broken, and one is in any case,
 * only the whole of them shows it. Null where it has too many states.
 */
export function productOf(monitors: readonly Monitor[]): Monitor | null {
  const locals = new Radix(monitors.map((monitor) => monitor.locals));
  const globals = new Radix(monitors.map((monitor) => monitor.globals));
  if (locals.size * globals.size > MOST_STATES) return null;
  const [first] = monitors;
  const meanings = new Map<number, number[]>();
  monitors.forEach((monitor, id) => {
    for (const [event, symbol] of monitor.symbolOf) {
      const known = meanings.get(event) ?? monitors.map(() => 0);
      known[id] = symbol;
      meanings.set(event, known);
    }
  });
  const symbols = new Symbols<readonly number[]>();
  const symbolOf = new Map([...meanings].map(([event, meaning]) => [event, symbols.of(meaning)]));
  const own = (symbol: number, id: number): number => symbols.meanings[symbol]?.[id] ?? 0;
  /** Of each monitor something that it makes of its own two local states. */
  const ofLocals =
    (make: (monitor: Monitor, left: number, right: number, id: number) => number) =>
    (left: number, right: number): number =>
      locals.join((id) => make(monitors[id] as Monitor, locals.part(left, id), locals.part(right, id), id));
  return {
    locals: locals.size,
    globals: globals.size,
    startLocal: locals.join((id) => (monitors[id] as Monitor).startLocal),
    startGlobal: globals.join((id) => (monitors[id] as Monitor).startGlobal),
    symbolOf,
    act: (symbol, local, global) => {
      const after = monitors.map((monitor, id) => {
        const [mine, ours, means] = [locals.part(local, id), globals.part(global, id), own(symbol, id)];
        return means === 0 ? mine + monitor.locals * ours : monitor.act(means, mine, ours);
      });
      if (after.includes(BAD)) return BAD;
      const lane = locals.join((id) => (after[id] as number) % (monitors[id] as Monitor).locals);
      return (
        lane + locals.size * globals.join((id) => Math.floor((after[id] as number) / (monitors[id] as Monitor).locals))
      );
    },
    others: (symbol, local, actor) =>
      ofLocals((monitor, mine, its, id) => {
        const means = own(symbol, id);
        return means === 0 ? mine : monitor.others(means, mine, its);
      })(local, actor),
    parted: (local) => ofLocals(({ parted }, mine) => parted?.(mine) ?? mine)(local, local),
    together: ofLocals((monitor, left, right) => monitor.together(left, right)),
    alone: ofLocals((monitor, left, right) => monitor.alone(left, right)),
    endsBadly: (global, failed) => monitors.some((monitor, id) => monitor.endsBadly(globals.part(global, id), failed)),
    judgesEnds: monitors.some(({ judgesEnds }) => judgesEnds),
    facts: (local, global) => [
      ...new Set(monitors.flatMap((monitor, id) => monitor.facts(locals.part(local, id), globals.part(global, id)))),
    ],
    doubtOf: (symbol, global, local): Decider | undefined => {
      for (const [id, monitor] of monitors.entries()) {
        const means = own(symbol, id);
        const doubt =
          means === 0 ? undefined : monitor.doubtOf(means, globals.part(global, id), locals.part(local, id));
        if (doubt) return doubt;
      }
      return undefined;
    },
    ...(first?.codes && { codes: first.codes }),
    ...(monitors.every(({ endsOnly }) => endsOnly === true) && { endsOnly: true as const }),
  };
}
