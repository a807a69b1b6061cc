import type { ControlGraph } from '../lower/index.js';
import type { Taken } from './state.js';
import { Mismatch } from './mismatch.js';
import type { Monitor } from './monitor.js';
import type { Moves } from './moves.js';
import type { State, Step } from './state.js';

export interface Lasso {
  /** The way to the loop, and once around it. */
  readonly run: readonly Taken[];
  /** How many steps of the run come before the loop. */
  readonly stem: number;
  /** Nothing else can be reached from the loop: neither an end nor what is awaited. */
  readonly closed: boolean;
}

/**
 * A run that goes round for ever in states where something is still awaited (S12), one without a way out if there is one. A loop with a declared bound is none, and calls of a loop, retries and turns of a `map` end. `states` are all that can be
 * reached. Source: strongly connected components, Tarjan 1972, without recursion.
 */
export function findLasso(graph: ControlGraph, monitor: Monitor, moves: Moves, states: readonly State[]): Lasso | null {
  const ids = new Map(states.map((state, id) => [moves.key(state), id]));
  const awaits = (state: State): boolean => monitor.endsBadly(state.global, false);
  const edges: { to: number; step: Step; ends: boolean }[][] = states.map((state) =>
    awaits(state)
      ? moves.options(state).flatMap(({ steps }) =>
          steps.flatMap((step) => {
            const bounded = step.moves.some((move) => (graph.bound[move] as number) >= 0);
            const turn = step.moves.some((move) => graph.turn[move] === 1);
            const to = step.next === null ? -1 : (ids.get(moves.key(step.next)) as number);
            return [{ to, step, ends: bounded || turn }];
          }),
        )
      : [],
  );
  const inside = (to: number): boolean => to >= 0 && awaits(states[to] as State);
  const component = components(
    states.length,
    (id) => edges[id]?.flatMap(({ to, ends }) => (inside(to) && !ends ? [to] : [])) ?? [],
  );
  const size = new Map<number, number>();
  for (const each of component) size.set(each, (size.get(each) ?? 0) + 1);
  const goesRound = (state: State, id: number): boolean =>
    awaits(state) &&
    ((size.get(component[id] as number) ?? 0) > 1 || edges[id]?.some(({ to, ends }) => to === id && !ends) === true);
  const out = waysOut(edges, inside);
  const lost = states.findIndex((state, id) => out[id] === 0 && goesRound(state, id));
  const closed = lost >= 0;
  const first = closed ? lost : states.findIndex(goesRound);
  if (first < 0) return null;
  const stem = walk(
    states,
    [0],
    (id) => id === first,
    (id) =>
      moves
        .options(states[id] as State)
        .flatMap(({ steps }) =>
          steps.flatMap((step) => (step.next ? [{ to: ids.get(moves.key(step.next)) as number, step }] : [])),
        ),
  );
  const around = walk(
    states,
    [first],
    (id) => id === first,
    (id) => (edges[id] ?? []).filter(({ to, ends }) => inside(to) && !ends && component[to] === component[first]),
    true,
  );
  return { run: [...stem, ...around], stem: stem.length, closed };
}

/** 1: from this state an end of the run, or what is awaited, can be reached. */
function waysOut(edges: readonly (readonly { to: number }[])[], inside: (to: number) => boolean): Uint8Array {
  const out = new Uint8Array(edges.length);
  const before: number[][] = edges.map(() => []);
  const open: number[] = [];
  for (const [id, ways] of edges.entries()) {
    for (const { to } of ways) if (inside(to)) before[to]?.push(id);
    // A run that is stuck has ended.
    if (ways.length > 0 && ways.every(({ to }) => inside(to))) continue;
    out[id] = 1;
    open.push(id);
  }
  for (const id of open)
    for (const from of before[id] ?? []) {
      if (out[from] === 1) continue;
      out[from] = 1;
      open.push(from);
    }
  return out;
}

/** Breadth first from some states to one that is sought. */
function walk(
  states: readonly State[],
  from: readonly number[],
  sought: (id: number) => boolean,
  edges: (id: number) => readonly { to: number; step: Step }[],
  atLeastOne = false,
): Taken[] {
  const via = new Map<number, { from: number; step: Step } | null>(from.map((id) => [id, null]));
  const queue = [...from];
  if (!atLeastOne && queue.some(sought)) return [];
  for (let at = 0; at < queue.length; at += 1) {
    const id = queue[at] as number;
    for (const { to, step } of edges(id)) {
      if (sought(to)) {
        const run: Taken[] = [{ state: states[id] as State, step }];
        for (let back = via.get(id); back; back = via.get(back.from))
          run.push({ state: states[back.from] as State, step: back.step });
        return run.toReversed();
      }
      if (via.has(to)) continue;
      via.set(to, { from: id, step });
      queue.push(to);
    }
  }
  throw new Mismatch('a loop that was found cannot be reached');
}

/** The number of its component for each node. */
function components(count: number, next: (node: number) => readonly number[]): Int32Array {
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const component = new Int32Array(count).fill(-1);
  const stack: number[] = [];
  let counter = 0;
  let made = 0;
  for (let root = 0; root < count; root += 1) {
    if (order[root] !== -1) continue;
    const work: { node: number; targets: readonly number[]; at: number }[] = [];
    const visit = (node: number): void => {
      order[node] = low[node] = counter;
      counter += 1;
      stack.push(node);
      work.push({ node, targets: next(node), at: 0 });
    };
    visit(root);
    while (work.length > 0) {
      const top = work.at(-1) as { node: number; targets: readonly number[]; at: number };
      const to = top.targets[top.at];
      if (to === undefined) {
        work.pop();
        const parent = work.at(-1);
        if (parent) low[parent.node] = Math.min(low[parent.node] as number, low[top.node] as number);
        if (low[top.node] !== order[top.node]) continue;
        for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
          component[node] = made;
          if (node === top.node) break;
        }
        made += 1;
        continue;
      }
      top.at += 1;
      if (order[to] === -1) visit(to);
      else if (component[to] === -1) low[top.node] = Math.min(low[top.node] as number, order[to] as number);
    }
  }
  return component;
}
