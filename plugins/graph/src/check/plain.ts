import { type ControlGraph, eventsBesideOthers, PLACE } from '../lower/index.js';
import { BAD, type Monitor } from './monitor.js';

/** For one monitor: at each place, the set of states (bits from `shift`) that it can be in there. */
export interface Reach {
  readonly sets: Uint32Array;
  readonly shift: number;
  readonly width: number;
  /** Something forbidden can happen, as far as lanes, guards and bounds are not looked at. */
  readonly bad: boolean;
}

const WORD = 32;

const widthOf = ({ locals, globals }: Monitor): number => locals * globals;

/** Monitors whose states fit into a word. In lanes only local states are looked at, for the order in which lanes run is not. */
export const fitsWord = (graph: ControlGraph, monitor: Monitor): boolean =>
  widthOf(monitor) <= WORD && !monitor.judgesEnds && (!graph.lanes || monitor.globals === 1);

/**
 * The states that each of many monitors can be in at each place, by one pass over the graph for as many as fit into a word (bit-parallel data flow, worklist
 * in the order of discovery). Guards and bounds are not looked at, and a lane may take any edge of a fork alone; what another lane may end at some time is
 * taken as ended at any. So more runs are looked at than there are: what is not bad here is proved. Linear in the moves, for each word.
 */
export function reachAll(graph: ControlGraph, monitors: readonly Monitor[]): Reach[] {
  const found: Reach[] = [];
  let batch: Monitor[] = [];
  let used = 0;
  const flush = (): void => {
    if (batch.length > 0) found.push(...reachBatch(graph, batch));
    batch = [];
    used = 0;
  };
  for (const monitor of monitors) {
    const width = widthOf(monitor);
    if (used + width > WORD) flush();
    batch.push(monitor);
    used += width;
  }
  flush();
  return found;
}

/** What one event does to one monitor's bits. */
interface Effect {
  readonly monitor: number;
  readonly shift: number;
  /** Per state, the bits it leads to; 0 where the event is forbidden. */
  readonly image: readonly number[];
  /** States in which it is forbidden. */
  readonly forbidden: number;
}

function reachBatch(graph: ControlGraph, monitors: readonly Monitor[]): Reach[] {
  const sets = new Uint32Array(graph.places);
  const shifts: number[] = [];
  let start = 0;
  let used = 0;
  const effects = new Map<number, Effect[]>();
  const relevant = new Uint8Array(graph.eventKind.length);
  const beside = graph.lanes ? eventsBesideOthers(graph) : new Uint8Array(0);
  /** Per monitor and state, what other lanes can make of it: bits of the whole word. */
  const spoiled: { mask: number; image: readonly number[]; shift: number }[] = [];
  monitors.forEach((monitor, id) => {
    const shift = used;
    const width = widthOf(monitor);
    shifts.push(shift);
    used += width;
    start |= 1 << (shift + monitor.startLocal + monitor.locals * monitor.startGlobal);
    const bySymbol = new Map<number, Effect>();
    for (const [event, symbol] of monitor.symbolOf) {
      let effect = bySymbol.get(symbol);
      if (!effect) {
        let forbidden = 0;
        const image = Array.from({ length: width }, (_, state) => {
          const after = monitor.act(symbol, state % monitor.locals, Math.floor(state / monitor.locals));
          if (after !== BAD) return 1 << (shift + after);
          forbidden |= 1 << (shift + state);
          return 0;
        });
        effect = { monitor: id, shift, image, forbidden };
        bySymbol.set(symbol, effect);
      }
      const known = effects.get(event);
      if (known) known.push(effect);
      else effects.set(event, [effect]);
      relevant[event] = 1;
    }
    if (graph.lanes)
      spoiled.push({
        shift,
        mask: maskOf(shift, width),
        image: spoils(monitor, symbolsBeside(monitor, beside), shift),
      });
  });
  const masks = shifts.map((shift, id) => maskOf(shift, widthOf(monitors[id] as Monitor)));
  const broken = new Uint8Array(monitors.length);
  const settled = (bits: number): number => {
    let all = bits;
    for (const { shift, mask, image } of spoiled)
      for (let rest = bits & mask; rest !== 0; rest &= rest - 1) all |= image[lowest(rest) - shift] as number;
    return all;
  };
  const through = (bits: number, event: number): number => {
    let after = bits;
    for (const { monitor, shift, image, forbidden } of effects.get(event) as Effect[]) {
      const mask = masks[monitor] as number;
      if ((bits & forbidden) !== 0) broken[monitor] = 1;
      let own = 0;
      for (let rest = bits & mask; rest !== 0; rest &= rest - 1) own |= image[lowest(rest) - shift] as number;
      after = (after & ~mask) | own;
    }
    return after;
  };
  const { first, to, event } = graph;
  const queue = new Int32Array(graph.places);
  const queued = new Uint8Array(graph.places);
  let head = 0;
  let length = 1;
  sets[graph.start] = settled(start);
  queue[0] = graph.start;
  queued[graph.start] = 1;
  while (length > 0) {
    const place = queue[head] as number;
    head = head + 1 === graph.places ? 0 : head + 1;
    length -= 1;
    queued[place] = 0;
    const here = sets[place] as number;
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      const happens = event[move] as number;
      let bits = here;
      if (happens >= 0 && relevant[happens] === 1) bits = through(here, happens);
      if (graph.lanes) bits = settled(bits);
      const target = to[move] as number;
      const before = sets[target] as number;
      const after = (before | bits) >>> 0;
      if (after === before) continue;
      sets[target] = after;
      if (queued[target] === 1) continue;
      queued[target] = 1;
      const tail = head + length;
      queue[tail >= graph.places ? tail - graph.places : tail] = target;
      length += 1;
    }
  }
  return monitors.map((monitor, id) => ({
    sets,
    shift: shifts[id] as number,
    width: widthOf(monitor),
    bad: broken[id] === 1,
  }));
}

/** What events are to a monitor that can happen while there are other lanes. */
const symbolsBeside = (monitor: Monitor, beside: Uint8Array): number[] => [
  ...new Set([...monitor.symbolOf].flatMap(([event, symbol]) => (beside[event] === 1 ? [symbol] : []))),
];

const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);

const maskOf = (shift: number, width: number): number => (width === WORD ? -1 : ((1 << width) - 1) << shift);

/** Per local state, all that events of other lanes can make of it, one after another. */
function spoils(monitor: Monitor, symbols: readonly number[], shift: number): number[] {
  return Array.from({ length: monitor.locals }, (_, local) => {
    const seen = new Set([local]);
    for (const state of seen)
      for (const symbol of symbols)
        for (let actor = 0; actor < monitor.locals; actor += 1) seen.add(monitor.others(symbol, state, actor));
    return [...seen].reduce((bits, state) => bits | (1 << (shift + state)), 0);
  });
}

/**
 * A shortest run (by nodes executed, then by the order of moves) of a graph without lanes to an event that is forbidden, guards and bounds left aside: the moves
 * it makes; null when there is none. Breadth first over places and states of the monitor in flat arrays.
 */
export function plainSearch(graph: ControlGraph, monitor: Monitor): readonly number[] | null {
  const width = widthOf(monitor);
  const size = graph.places * width;
  const via = new Int32Array(size).fill(-1);
  const before = new Int32Array(size).fill(-1);
  const done = new Uint8Array(size);
  const root = graph.start * width + monitor.startLocal + monitor.locals * monitor.startGlobal;
  const run = (last: number, move: number): number[] => {
    const moves = [move];
    for (let at = last; at !== root; at = before[at] as number) moves.push(via[at] as number);
    return moves.toReversed();
  };
  let now: number[] = [root];
  let next: number[] = [];
  let later: { from: number; move: number } | null = null;
  /** 1: waits for the next round; 2: in this one, or before. */
  const seen = new Uint8Array(size);
  seen[root] = 2;
  while (now.length > 0 || next.length > 0) {
    if (now.length === 0) {
      if (later) return run(later.from, later.move);
      now = next.filter((at) => done[at] === 0);
      for (const at of now) seen[at] = 2;
      next = [];
    }
    const layer = now;
    for (let index = 0; index < layer.length; index += 1) {
      const at = layer[index] as number;
      if (done[at] === 1) continue;
      done[at] = 1;
      const place = Math.floor(at / width);
      const state = at % width;
      const cost = graph.begins[place] as number;
      for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1) {
        const event = graph.event[move] as number;
        const symbol = event < 0 ? undefined : monitor.symbolOf.get(event);
        let after = state;
        if (symbol !== undefined) {
          after = monitor.act(symbol, state % monitor.locals, Math.floor(state / monitor.locals));
          if (after === BAD) {
            if (cost === 0) return run(at, move);
            later ??= { from: at, move };
            continue;
          }
        }
        const target = (graph.to[move] as number) * width + after;
        const reached = cost === 0 ? 2 : 1;
        if (graph.kind[graph.to[move] as number] === PLACE.join || (seen[target] as number) >= reached) continue;
        seen[target] = reached;
        via[target] = move;
        before[target] = at;
        (cost === 0 ? layer : next).push(target);
      }
    }
    now = [];
  }
  return later ? run(later.from, later.move) : null;
}
