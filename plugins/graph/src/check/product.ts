import type { Decider } from '../model/index.js';
import { BAD, type Monitor, Symbols } from './monitor.js';

/** More states than this are not told apart. */
const MOST_LOCALS = 4096;

/**
 * Several automata of lanes as one: what is forbidden to one of them is forbidden to it. Where somebody else's choice decides which of them is broken, and one is in any case,
 * only the whole of them shows it. Null where it has too many states.
 */
export function productOf(monitors: readonly Monitor[]): Monitor | null {
  const radix: number[] = [];
  let locals = 1;
  for (const monitor of monitors) {
    if (monitor.globals !== 1) return null;
    radix.push(locals);
    locals *= monitor.locals;
    if (locals > MOST_LOCALS) return null;
  }
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
  const part = (local: number, id: number): number =>
    Math.floor(local / (radix[id] as number)) % (monitors[id] as Monitor).locals;
  const joined = (pick: (monitor: Monitor, id: number) => number): number => {
    let sum = 0;
    for (const [id, monitor] of monitors.entries()) {
      const value = pick(monitor, id);
      if (value === BAD) return BAD;
      sum += value * (radix[id] as number);
    }
    return sum;
  };
  const own = (symbol: number, id: number): number => symbols.meanings[symbol]?.[id] ?? 0;
  return {
    locals,
    globals: 1,
    startLocal: joined(({ startLocal }) => startLocal),
    startGlobal: 0,
    symbolOf,
    act: (symbol, local) =>
      joined((monitor, id) => {
        const means = own(symbol, id);
        return means === 0 ? part(local, id) : monitor.act(means, part(local, id), 0);
      }),
    others: (symbol, local, actor) =>
      joined((monitor, id) => {
        const means = own(symbol, id);
        return means === 0 ? part(local, id) : monitor.others(means, part(local, id), part(actor, id));
      }),
    parted: (local) => joined(({ parted }, id) => parted?.(part(local, id)) ?? part(local, id)),
    together: (left, right) => joined((monitor, id) => monitor.together(part(left, id), part(right, id))),
    alone: (left, right) => joined((monitor, id) => monitor.alone(part(left, id), part(right, id))),
    endsBadly: () => false,
    judgesEnds: false,
    facts: (local) => [...new Set(monitors.flatMap((monitor, id) => monitor.facts(part(local, id), 0)))],
    doubtOf: (symbol): Decider | undefined => {
      for (const [id, monitor] of monitors.entries()) {
        const means = own(symbol, id);
        const doubt = means === 0 ? undefined : monitor.doubtOf(means, 0, 0);
        if (doubt) return doubt;
      }
      return undefined;
    },
  };
}
