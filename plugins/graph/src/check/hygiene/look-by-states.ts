import { type ControlGraph, EVENT, PLACE } from '../../lower/index.js';
import type { Monitor } from '../monitor.js';
import { Moves } from '../moves.js';
import { NumberedStates } from '../numbered-states.js';
import type { Reading } from '../reading.js';
import { type State, type Step, TooWide } from '../state.js';
import { Values } from '../values.js';
import { withJoinedEnds } from './joined-ends.js';
import type { Look } from './seen.js';

/** Remembers nothing and forbids nothing. */
const NOTHING: Monitor = {
  locals: 1,
  globals: 1,
  startLocal: 0,
  startGlobal: 0,
  symbolOf: new Map(),
  act: () => 0,
  others: () => 0,
  together: () => 0,
  alone: () => 0,
  endsBadly: () => false,
  judgesEnds: false,
  facts: () => [],
  doubtOf: () => undefined,
};

interface Transition {
  readonly from: number;
  /** -1: the run is over. */
  readonly to: number;
  readonly step: Step;
}

/** State by state, with all that guards and bounds say; null where there are more states than `budget`. */
export function lookByStates({ graph: plain, cells, execution }: Reading, budget: number): Look | null {
  const graph = withJoinedEnds(plain);
  const tracked = { groups: new Set(cells.groups.keys()), bounds: new Set(graph.bounds.keys()) };
  const moves = new Moves(graph, NOTHING, new Values(graph, cells, tracked), execution);
  const numbered = new NumberedStates(moves);
  const { states } = numbered;
  const transitions: Transition[] = [];
  numbered.numberOf(moves.start());
  try {
    for (let from = 0; from < states.length; from += 1) {
      if (from >= budget) return null;
      for (const { steps } of moves.options(states[from] as State))
        for (const step of steps)
          transitions.push({ from, to: step.next === null ? -1 : numbered.numberOf(step.next), step });
    }
  } catch (error) {
    if (error instanceof TooWide) return null;
    throw error;
  }
  const comes = new Uint8Array(graph.nodes.length);
  const ends = new Uint8Array(graph.nodes.length);
  const happens = new Uint8Array(graph.eventKind.length);
  const ending = statesThatEnd(graph, states.length, transitions);
  const passed = (place: number, well: boolean): void => {
    const node = graph.node[place] as number;
    if (node < 0 || graph.kind[place] === PLACE.join) return;
    comes[node] = 1;
    if (well) ends[node] = 1;
  };
  states.forEach(({ tokens }, at) => {
    for (const token of tokens) passed(moves.placeOf(token), ending[at] === 1);
  });
  for (const { to, step } of transitions) {
    const well = endsWell(graph, step) || ending[to] === 1;
    for (const move of step.moves) {
      passed(graph.to[move] as number, well);
      const event = graph.event[move] as number;
      if (event >= 0) happens[event] = 1;
    }
  }
  return { comes, ends, happens, decided: true };
}

/** The run ends normally with it, or comes to a `fail` node. */
const endsWell = ({ event, eventKind }: ControlGraph, { ending, moves }: Step): boolean =>
  ending === 'normal' || moves.some((move) => eventKind[event[move] as number] === EVENT.fell);

function statesThatEnd(graph: ControlGraph, count: number, transitions: readonly Transition[]): Uint8Array {
  const ending = new Uint8Array(count);
  const before: number[][] = Array.from({ length: count }, () => []);
  const todo: number[] = [];
  for (const { from, to, step } of transitions) {
    if (to >= 0) (before[to] as number[]).push(from);
    if (endsWell(graph, step)) todo.push(from);
  }
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (ending[at] === 1) continue;
    ending[at] = 1;
    todo.push(...(before[at] as number[]));
  }
  return ending;
}
