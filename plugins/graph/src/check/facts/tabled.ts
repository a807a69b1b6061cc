import type { Monitor } from '../monitor.js';

/** A monitor with more local states than this is asked each time. */
const MOST_LOCALS = 32;

/** What was not asked yet. A state is 0 or more, and what is forbidden is -1. */
const OPEN = -2;

/**
 * A monitor whose answers are looked up once they were given: searches ask for the same few thousands of times. For a rule that remembers all it knows in lanes
 * (one global state), so that an answer hangs on the symbol and the local states alone.
 */
export function tabled(monitor: Monitor): Monitor {
  const { locals, globals, symbolOf, act, others, together, alone } = monitor;
  if (locals > MOST_LOCALS || globals > 1) return monitor;
  let symbols = 1;
  for (const symbol of symbolOf.values()) if (symbol >= symbols) symbols = symbol + 1;
  const acted = table(symbols * locals);
  const left = table(symbols * locals * locals);
  const pairs = (make: (left: number, right: number) => number): ((left: number, right: number) => number) => {
    const made = table(locals * locals);
    return (one, other) => {
      const at = one * locals + other;
      const known = made[at] as number;
      return known === OPEN ? (made[at] = make(one, other)) : known;
    };
  };
  return {
    ...monitor,
    act: (symbol, local) => {
      const at = symbol * locals + local;
      const known = acted[at] as number;
      return known === OPEN ? (acted[at] = act(symbol, local, 0)) : known;
    },
    others: (symbol, local, actor) => {
      const at = (symbol * locals + local) * locals + actor;
      const known = left[at] as number;
      return known === OPEN ? (left[at] = others(symbol, local, actor)) : known;
    },
    together: pairs(together),
    alone: pairs(alone),
  };
}

const table = (size: number): Int16Array => new Int16Array(size).fill(OPEN);
