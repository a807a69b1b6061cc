import { BAD, type Monitor } from './monitor.js';

const tables = new WeakMap<Monitor, Int32Array>();

/** Per symbol and state (`local + locals * global`) the state after it, or {@link BAD}: symbol s of state q is at `s * states + q`. */
export function transitionsOf(monitor: Monitor): Int32Array {
  const known = tables.get(monitor);
  if (known) return known;
  const { locals } = monitor;
  const states = statesOf(monitor);
  let symbols = 0;
  for (const symbol of monitor.symbolOf.values()) if (symbol > symbols) symbols = symbol;
  const table = new Int32Array((symbols + 1) * states);
  for (let state = 0; state < states; state += 1) table[state] = state;
  for (let symbol = 1; symbol <= symbols; symbol += 1)
    for (let state = 0; state < states; state += 1)
      table[symbol * states + state] = monitor.act(symbol, state % locals, Math.floor(state / locals));
  tables.set(monitor, table);
  return table;
}

export const statesOf = ({ locals, globals }: Monitor): number => locals * globals;

export const startOf = ({ locals, startLocal, startGlobal }: Monitor): number => startLocal + locals * startGlobal;

/** Where the states of several monitors lie in words of 32 bits, and what events are to them. */
export interface Layout {
  readonly words: number;
  /** Per monitor its word, its first bit there, the number of its states, and its table. */
  readonly word: Int32Array;
  readonly shift: Int32Array;
  readonly states: Int32Array;
  readonly tables: readonly Int32Array[];
  /** Of event e: the monitors it is something to are `of[first[e]]` to below `of[first[e + 1]]`, with a symbol each. */
  readonly first: Int32Array;
  readonly of: Int32Array;
  readonly symbol: Int32Array;
}

const WORD = 32;

/** Lays out monitors of at most 32 states each for `events` events. */
export function layOut(monitors: readonly Monitor[], events: number): Layout {
  const word = new Int32Array(monitors.length);
  const shift = new Int32Array(monitors.length);
  const states = Int32Array.from(monitors, statesOf);
  let words = 0;
  let used = WORD;
  const first = new Int32Array(events + 1);
  monitors.forEach((monitor, id) => {
    if (used + (states[id] as number) > WORD) {
      words += 1;
      used = 0;
    }
    word[id] = words - 1;
    shift[id] = used;
    used += states[id] as number;
    monitor.symbolOf.forEach((_, event) => {
      first[event + 1] = (first[event + 1] as number) + 1;
    });
  });
  for (let event = 0; event < events; event += 1)
    first[event + 1] = (first[event + 1] as number) + (first[event] as number);
  const next = first.slice();
  const of = new Int32Array(first[events] as number);
  const symbol = new Int32Array(of.length);
  monitors.forEach((monitor, id) => {
    monitor.symbolOf.forEach((means, event) => {
      const at = next[event] as number;
      next[event] = at + 1;
      of[at] = id;
      symbol[at] = means;
    });
  });
  return { words, word, shift, states, tables: monitors.map(transitionsOf), first, of, symbol };
}

/** Bits of `states` states, from bit 0. */
export const maskOf = (states: number): number => (states === WORD ? -1 : (1 << states) - 1);

export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** Those of `bits` (states of one monitor, from bit 0) after a symbol; those that are forbidden then go away. */
export function imageOf(table: Int32Array, states: number, symbol: number, bits: number): number {
  let image = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const after = table[symbol * states + lowestBit(rest)] as number;
    if (after !== BAD) image |= 1 << after;
  }
  return image;
}

/** The first of `bits` in which a symbol is forbidden, or -1. */
export function forbiddenIn(table: Int32Array, states: number, symbol: number, bits: number): number {
  for (let rest = bits; rest !== 0; rest &= rest - 1)
    if (table[symbol * states + lowestBit(rest)] === BAD) return lowestBit(rest);
  return -1;
}
