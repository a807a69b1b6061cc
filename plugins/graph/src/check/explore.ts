import type { AlikeItems } from './alike-items.js';
import type { Moves } from './moves.js';
import { NumberedStates } from './numbered-states.js';
import { FAR } from './outlook.js';
import { type Ending, type State, type Step, type Taken, TooWide } from './state.js';
import { Via } from './via.js';

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
  /** States that are taken for one. */
  readonly alike?: AlikeItems | null;
  /** Only these states (by key) may be passed through, and somebody else's choices only where each of them stays inside. */
  readonly within?: ReadonlySet<string>;
  /** How many nodes are executed at least until what is sought, from a state; what is `FAR` is looked at last. */
  readonly ahead?: ((state: State) => number) | undefined;
}

/**
 * Breadth first by nodes executed: steps that execute none are followed before those that execute one. Where it is known what is ahead, the states from which a run may be
 * shortest come first (A*: Hart, Nilsson and Raphael 1968); what is found is a shortest run as well, since `ahead` is never too much.
 */
export function search(
  moves: Moves,
  sought: (ending: Ending) => boolean,
  { budget, sure, within, ahead, alike }: SearchOptions,
): Found {
  const numbered = new NumberedStates(moves, alike);
  // Per way to a state: the state, its number, the way before, by which of its steps, and what it cost.
  const reached: State[] = [];
  const numbers: number[] = [];
  const parents: number[] = [];
  const via = new Via(moves);
  const spent: number[] = [];
  // Per state: whether it was looked at, and what the cheapest way to it cost.
  const done: boolean[] = [];
  const least: number[] = [];
  const queues = new Map<number, number[]>();
  /** Those from which what is sought is not reached, which a proof lists as well. */
  let far: number[] = [];
  const enqueue = (id: number, total: number): void => {
    const queue = queues.get(total);
    if (queue) queue.push(id);
    else queues.set(total, [id]);
  };
  const put = (state: State, parent: number, step: Step | null, at: number, cost: number): void => {
    const number = numbered.numberOf(state);
    if (done[number] === true) return;
    const known = least[number];
    // Of two ways that cost the same the first is followed; where it is known what is ahead and no states are alike, the last.
    if (known !== undefined && (known < cost || (known === cost && (!ahead || alike)))) return;
    least[number] = cost;
    const way = numbers.push(number) - 1;
    const first = numbered.states[number] as State;
    // One that is alike is kept as it is: a run goes on from where it has come to.
    reached.push(alike && !areTokens(state.tokens, first.tokens) ? state : first);
    parents.push(parent);
    via.push(step, at);
    spent.push(cost);
    const more = ahead?.(state) ?? 0;
    if (more === FAR) far.push(way);
    else enqueue(way, cost + more);
  };
  const stateOf = (way: number): State => reached[way] as State;
  const run = (last: number, step: Step): Taken[] => {
    const taken: Taken[] = [{ state: stateOf(last), step }];
    for (let at = last; (parents[at] as number) >= 0; at = parents[at] as number)
      taken.push(via.taken(at, stateOf(parents[at] as number)));
    return taken.toReversed();
  };
  const wins = ({ next, ending }: Step): boolean =>
    next === null ? sought(ending as Ending) : within?.has(numbered.keyOf(next)) === true;
  const ends: { cost: number; last: number; step: Step }[] = [];
  const closed: State[] = [];
  let looked = 0;
  put(moves.start(), -1, null, -1, 0);
  try {
    for (let total = 0; queues.size > 0 || far.length > 0; total += 1) {
      if (queues.size === 0) {
        for (const id of far) enqueue(id, spent[id] as number);
        far = [];
        total = 0;
      }
      const ended = ends.find((each) => each.cost === total);
      const queue = queues.get(total) ?? [];
      if (ended && (queue.length === 0 || ahead)) return { kind: 'found', run: run(ended.last, ended.step) };
      for (let at = 0; ahead ? queue.length > 0 : at < queue.length; at += 1) {
        // Where it is known what is ahead, the way that was begun is followed first.
        const id = (ahead ? queue.pop() : queue[at]) as number;
        const number = numbers[id] as number;
        if (done[number] === true) continue;
        done[number] = true;
        const state = stateOf(id);
        closed.push(state);
        looked += moves.weightOf(state);
        if (looked > budget) return { kind: 'budget' };
        let before = 0;
        for (const { adversary, steps } of moves.options(state)) {
          const from = before;
          before += steps.length;
          if (sure && adversary && steps.length > 1) continue;
          if (within && adversary && !steps.every(wins)) continue;
          for (const step of ahead ? fewestLanesLast(steps) : steps) {
            const cost = (spent[id] as number) + step.cost;
            if (step.next === null) {
              if (!sought(step.ending as Ending)) continue;
              if (cost === total) return { kind: 'found', run: run(id, step) };
              ends.push({ cost, last: id, step });
              if (!queues.has(cost)) queues.set(cost, []);
              continue;
            }
            if (within === undefined || within.has(numbered.keyOf(step.next)))
              put(step.next, id, step, from + steps.indexOf(step), cost);
          }
        }
      }
      queues.delete(total);
      if (ended) return { kind: 'found', run: run(ended.last, ended.step) };
    }
  } catch (error) {
    if (error instanceof TooWide) return { kind: 'budget' };
    throw error;
  }
  return moves.whole ? { kind: 'none', states: closed } : { kind: 'budget' };
}

const areTokens = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((token, at) => token === right[at]);

/** So many steps from the start a search for any run goes before it looks at what else is near. */
const DEEP = 256;

/**
 * Any run to what is sought, or all states: nearest first (best-first search), however much was executed before. Where lanes are many it finds a run far sooner than {@link search}
 * finds a shortest one.
 *
 * @param ahead how many nodes are executed at least until what is sought, from a state; what is `FAR` is looked at last
 */
export function searchAny(
  moves: Moves,
  sought: (ending: Ending) => boolean,
  budget: number,
  ahead: (state: State) => number,
  alike: AlikeItems | null = null,
): Found {
  const numbered = new NumberedStates(moves, alike);
  const { states } = numbered;
  /** Per state: the one before, by which of its steps, and how many steps it took to come to it. */
  const before: number[] = [-1];
  const via = new Via(moves);
  via.push(null, -1);
  const depth: number[] = [0];
  const open = new Map<number, number[]>();
  /** States that are far from the start wait: in a loop each turn is as near to what is sought as the one before. */
  let deep: number[] = [];
  let most = DEEP;
  const put = (state: number): void => {
    if ((depth[state] as number) > most) {
      deep.push(state);
      return;
    }
    const away = ahead(states[state] as State);
    const same = open.get(away);
    if (same) same.push(state);
    else open.set(away, [state]);
  };
  numbered.numberOf(moves.start());
  put(0);
  try {
    for (let looked = 0; open.size > 0 || deep.length > 0;) {
      if (open.size === 0) {
        most *= 2;
        const waiting = deep;
        deep = [];
        for (const state of waiting) put(state);
        // All of them may be deeper still.
        if (open.size === 0) continue;
      }
      const nearest = Math.min(...open.keys());
      const same = open.get(nearest) as number[];
      const from = same.pop() as number;
      if (same.length === 0) open.delete(nearest);
      looked += moves.weightOf(states[from] as State);
      if (looked > budget) return { kind: 'budget' };
      let passed = 0;
      for (const { steps } of moves.options(states[from] as State)) {
        const first = passed;
        passed += steps.length;
        for (const step of fewestLanesLast(steps)) {
          if (step.next === null) {
            if (!sought(step.ending as Ending)) continue;
            const run: Taken[] = [{ state: states[from] as State, step }];
            for (let at = from; at > 0; at = before[at] as number)
              run.push(via.taken(at, states[before[at] as number] as State));
            return { kind: 'found', run: run.toReversed() };
          }
          const known = states.length;
          const next = numbered.numberOf(step.next);
          if (next < known) continue;
          before.push(from);
          via.push(step, first + steps.indexOf(step));
          depth.push((depth[from] as number) + 1);
          put(next);
        }
      }
    }
  } catch (error) {
    if (error instanceof TooWide) return { kind: 'budget' };
    throw error;
  }
  return moves.whole ? { kind: 'none', states } : { kind: 'budget' };
}

/** Steps in the order in which they are put on a stack: the last one put is followed first. */
const fewestLanesLast = (steps: readonly Step[]): readonly Step[] =>
  steps.length === 1
    ? steps
    : steps.toReversed().toSorted((a, b) => (b.next?.tokens.length ?? 0) - (a.next?.tokens.length ?? 0));

/**
 * Whether what is sought can be reached whatever somebody else decides: backwards from the ends, a state is won when one option of it is, and an option that
 * somebody else decides when all its steps are. Gives the states that are won (by key), none where the start is not; null beyond the budget. Source: attractors of
 * reachability games.
 */
export function won(
  moves: Moves,
  sought: (ending: Ending) => boolean,
  budget: number,
  alike: AlikeItems | null = null,
): ReadonlySet<string> | null {
  const numbered = new NumberedStates(moves, alike);
  const { states } = numbered;
  /** Per option: its state, and how many of its steps are not won yet. */
  const optionState: number[] = [];
  const missing: number[] = [];
  /** Per state: the options that lead to it. */
  const before: number[][] = [];
  const victories: number[] = [];
  numbered.numberOf(moves.start());
  try {
    for (let id = 0, looked = 0; id < states.length; id += 1) {
      looked += moves.weightOf(states[id] as State) - 1;
      if (states.length + looked > budget) return null;
      for (const { adversary, steps } of moves.options(states[id] as State))
        for (const group of adversary ? [steps] : steps.map((step) => [step])) {
          const option = optionState.length;
          optionState.push(id);
          let open = 0;
          for (const step of group) {
            if (step.next === null) open += sought(step.ending as Ending) ? 0 : 1;
            else {
              (before[numbered.numberOf(step.next)] ??= []).push(option);
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
    for (const option of before[id] ?? []) {
      missing[option] = (missing[option] as number) - 1;
      if (missing[option] === 0) victories.push(optionState[option] as number);
    }
  }
  // What was left out may win.
  if (!winning.has(0) && !moves.whole) return null;
  return new Set(winning.has(0) ? [...winning].map((id) => numbered.keyOf(states[id] as State)) : []);
}
