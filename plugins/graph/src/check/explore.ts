import type { Moves } from './moves.js';
import { type Ending, type State, type Step, type Taken, TooWide } from './state.js';

export type Found =
  /** A shortest run to what was sought: by edges taken, then by the order of moves. */
  | { readonly kind: 'found'; readonly run: readonly Taken[] }
  /** There is none: all states are here, which is the proof. */
  | { readonly kind: 'none'; readonly states: readonly State[] }
  /** More states than the budget. */
  | { readonly kind: 'budget' };

export interface SearchOptions {
  /** The most states looked at. */
  readonly budget: number;
  /** Leave out what somebody else decides between several: what is found then happens whatever that is. */
  readonly sure?: boolean;
  /** Only these states (by key) may be passed through, and somebody else's choices only where each of them stays inside. */
  readonly within?: ReadonlySet<string>;
}

/** Breadth first by edges taken: steps that take no edge are followed before those that take one. */
export function search(
  moves: Moves,
  sought: (ending: Ending) => boolean,
  { budget, sure, within }: SearchOptions,
): Found {
  const states: State[] = [];
  const parents: number[] = [];
  const via: (Step | null)[] = [];
  const done = new Set<string>();
  const queues = new Map<number, number[]>();
  const put = (state: State, parent: number, step: Step | null, cost: number): void => {
    states.push(state);
    parents.push(parent);
    via.push(step);
    const queue = queues.get(cost);
    if (queue) queue.push(states.length - 1);
    else queues.set(cost, [states.length - 1]);
  };
  const run = (last: number, step: Step): Taken[] => {
    const taken: Taken[] = [{ state: states[last] as State, step }];
    for (let at = last; (parents[at] as number) >= 0; at = parents[at] as number)
      taken.push({ state: states[parents[at] as number] as State, step: via[at] as Step });
    return taken.toReversed();
  };
  const wins = ({ next, ending }: Step): boolean =>
    next === null ? sought(ending as Ending) : within?.has(moves.key(next)) === true;
  const ends: { cost: number; run: Taken[] }[] = [];
  const closed: State[] = [];
  put(moves.start(), -1, null, 0);
  try {
    for (let cost = 0; queues.size > 0; cost += 1) {
      const ended = ends.find((each) => each.cost === cost);
      const queue = queues.get(cost) ?? [];
      if (ended && queue.length === 0) return { kind: 'found', run: ended.run };
      for (let at = 0; at < queue.length; at += 1) {
        const id = queue[at] as number;
        const state = states[id] as State;
        const key = moves.key(state);
        if (done.has(key)) continue;
        done.add(key);
        closed.push(state);
        if (closed.length > budget) return { kind: 'budget' };
        for (const { adversary, steps } of moves.options(state)) {
          if (sure && adversary && steps.length > 1) continue;
          if (within && adversary && !steps.every(wins)) continue;
          for (const step of steps) {
            if (step.next === null) {
              if (!sought(step.ending as Ending)) continue;
              if (step.cost === 0) return { kind: 'found', run: run(id, step) };
              ends.push({ cost: cost + step.cost, run: run(id, step) });
              if (!queues.has(cost + step.cost)) queues.set(cost + step.cost, []);
              continue;
            }
            const next = moves.key(step.next);
            if (!done.has(next) && (within === undefined || within.has(next)))
              put(step.next, id, step, cost + step.cost);
          }
        }
      }
      queues.delete(cost);
      if (ended) return { kind: 'found', run: ended.run };
    }
  } catch (error) {
    if (error instanceof TooWide) return { kind: 'budget' };
    throw error;
  }
  return { kind: 'none', states: closed };
}

/**
 * Whether what is sought can be reached whatever somebody else decides: backwards from the ends, a state is won when one option of it is, and an option that
 * somebody else decides when all its steps are. Gives the states that are won (by key); null beyond the budget. Source: attractors of reachability games.
 */
export function won(moves: Moves, sought: (ending: Ending) => boolean, budget: number): ReadonlySet<string> | null {
  const ids = new Map<string, number>();
  const states: State[] = [];
  /** Per option: its state, and how many of its steps are not won yet. */
  const optionState: number[] = [];
  const missing: number[] = [];
  const before: number[][] = [];
  const victories: number[] = [];
  const idOf = (state: State): number => {
    const key = moves.key(state);
    let id = ids.get(key);
    if (id === undefined) {
      id = states.length;
      ids.set(key, id);
      states.push(state);
      before.push([]);
    }
    return id;
  };
  idOf(moves.start());
  try {
    for (let id = 0; id < states.length; id += 1) {
      if (states.length > budget) return null;
      for (const { adversary, steps } of moves.options(states[id] as State))
        for (const group of adversary ? [steps] : steps.map((step) => [step])) {
          const option = optionState.length;
          optionState.push(id);
          let open = 0;
          for (const step of group) {
            if (step.next === null) open += sought(step.ending as Ending) ? 0 : 1;
            else {
              (before[idOf(step.next)] as number[]).push(option);
              open += 1;
            }
          }
          missing.push(open);
          if (open === 0) victories.push(id);
        }
    }
  } catch (error) {
    if (error instanceof TooWide) return null;
    throw error;
  }
  const winning = new Set<number>();
  for (let id = victories.pop(); id !== undefined; id = victories.pop()) {
    if (winning.has(id)) continue;
    winning.add(id);
    for (const option of before[id] as number[]) {
      missing[option] = (missing[option] as number) - 1;
      if (missing[option] === 0) victories.push(optionState[option] as number);
    }
  }
  return winning.has(0) ? new Set([...ids].flatMap(([key, id]) => (winning.has(id) ? [key] : []))) : null;
}
