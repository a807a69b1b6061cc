import { type ControlGraph, edgeName, PLACE } from '../lower/index.js';
import type { Decider, Execution } from '../model/index.js';
import { AlikeItems } from './alike-items.js';
import type { Beside } from './beside.js';
import type { GuardCells } from './cells.js';
import { search, searchAny, type Found, won } from './explore.js';
import type { GraphIndex } from './graph-index.js';
import { Mismatch } from './mismatch.js';
import type { Monitor } from './monitor.js';
import { Moves } from './moves.js';
import { FAR, Outlook } from './outlook.js';
import { plainSearch } from './plain.js';
import { CellSolver, type Solution, type WriteAt } from './solver.js';
import type { Ending, State, Taken } from './state.js';
import { TRACK_NOTHING, type Tracked, Values } from './values.js';
import type { Walk } from './walk.js';

/** One lowered graph and all that is asked of it. */
export interface Setting {
  readonly graph: ControlGraph;
  readonly index: GraphIndex;
  readonly cells: GuardCells;
  readonly execution: Execution;
  readonly walk: Walk;
  /** What can happen beside a lane; null where there is one alone. */
  readonly beside: Beside | null;
  /** The most states that one search looks at. */
  readonly budget: number;
}

interface Broken {
  readonly word: 'broken';
  readonly run: readonly Taken[];
  readonly moves: Moves;
  readonly monitor: Monitor;
  readonly model: Solution;
}

/** What was found for one automaton. */
export type Judged =
  | { readonly word: 'proved'; readonly states: readonly State[]; readonly values: Values; readonly tracked: Tracked }
  | Broken
  | {
      readonly word: 'possible';
      readonly run?: readonly Taken[];
      readonly moves?: Moves;
      readonly monitor?: Monitor;
      readonly model?: Solution;
      readonly deciders: readonly Decider[];
    };

const BUDGET: Decider = { code: 'budget', at: '', params: {} };

/**
 * Three values for one automaton (S10). First everything goes that may: nothing bad then is a proof. Otherwise what is found is broken where it happens
 * whatever the opaque choices are, and else possible. `harsh` takes what is not known for what harms, `hopeful` for what helps. `known`: a shortest run that is bad if
 * guards and bounds are left aside, where there is one already.
 *
 * @param hopeful null where all that is asked is whether it is proved: then what is not may be called broken or possible, by any run
 * `looksAtGuards`: guards and bounds are looked at from the start.
 */
export function judge(
  setting: Setting,
  harsh: Monitor,
  hopeful: (() => Monitor | null) | null,
  known?: readonly number[] | null,
  looksAtGuards = false,
): Judged {
  const { graph, cells, execution, budget } = setting;
  const sought = (ending: Ending): boolean => ending === 'bad';
  const solver = new CellSolver(graph, cells);
  const everything: Tracked = { groups: new Set(cells.groups.keys()), bounds: new Set(graph.bounds.keys()) };
  const guarded = everything.groups.size + everything.bounds.size > 0;
  const attempt = (
    monitor: Monitor,
    tracked: Tracked,
    options: { sure?: boolean },
  ): { found: Found; moves: Moves; values: Values } => {
    const values = new Values(graph, cells, tracked);
    const moves = new Moves(graph, monitor, values, execution);
    const away = ahead(setting, monitor, moves);
    const alike = AlikeItems.of(graph, cells, monitor, execution);
    const found =
      hopeful === null && away
        ? searchAny(moves, sought, budget, away, alike)
        : search(moves, sought, { budget, alike, ahead: away, ...options });
    return { found, moves, values };
  };
  const solve = (run: readonly Taken[]): Solution => solveRun(setting, solver, run);

  let tracked: Tracked = looksAtGuards ? everything : TRACK_NOTHING;
  let first = (looksAtGuards ? null : inOneLane(setting, harsh, tracked, known)) ?? attempt(harsh, tracked, {});
  // A fork in a loop that is bounded makes any number of lanes where bounds are not looked at.
  if (first.found.kind === 'budget' && guarded && tracked !== everything) {
    tracked = everything;
    first = attempt(harsh, tracked, {});
  }
  let model: Solution = { kind: 'sat', values: [] };
  if (first.found.kind === 'found' && guarded) {
    model = solve(first.found.run);
    if (model.kind === 'unsat' && tracked === everything) model = undecided(graph, first.found.run, model);
    else if (model.kind === 'unsat') {
      tracked = everything;
      first = attempt(harsh, tracked, {});
      if (first.found.kind === 'found') model = undecided(graph, first.found.run, solve(first.found.run));
    }
  }
  if (first.found.kind === 'none') return { word: 'proved', states: first.found.states, values: first.values, tracked };
  if (first.found.kind === 'budget') return { word: 'possible', deciders: [BUDGET] };
  const { run } = first.found;
  const possible = (more: readonly Decider[]): Judged => ({
    word: 'possible',
    run,
    moves: first.moves,
    monitor: harsh,
    model,
    deciders: unique([...decidersOf(setting, harsh, run, model), ...more]),
  });
  if (decidersOf(setting, harsh, run, model).length === 0)
    return { word: 'broken', run, moves: first.moves, monitor: harsh, model };

  const helped = hopeful && hopeful();
  if (helped === null) return possible([BUDGET]);
  if (Outlook.fits(helped) && !new Outlook(graph, setting.walk, setting.beside, helped).canBeForced())
    return possible([]);
  const everyChoice = guarded ? everything : TRACK_NOTHING;
  // A way of the free choices alone.
  const sure = attempt(helped, everyChoice, { sure: true });
  const free = sure.found.kind === 'found' ? certain({ ...sure, found: sure.found }, helped) : null;
  // A way against every way of the opaque ones: the only one there is, or a shorter one.
  const values = new Values(graph, cells, everyChoice);
  const game = new Moves(graph, helped, values, execution, true);
  const alike = AlikeItems.of(graph, cells, helped, execution);
  const winning = won(game, sought, free || graph.lanes ? Math.min(budget, MOST_PLAYED) : budget, alike);
  const within = winning && winning.size > 0 && search(game, sought, { budget, alike, within: winning });
  const against = within && within.kind === 'found' ? certain({ found: within, moves: game }, helped) : null;
  if (free && against) return lengthOf(against.run) < lengthOf(free.run) ? against : free;
  return free ?? against ?? possible(sure.found.kind === 'budget' || winning === null ? [BUDGET] : []);

  /** What was found, where its guards hold together. */
  function certain(
    { found, moves }: { found: Found & { kind: 'found' }; moves: Moves },
    monitor: Monitor,
  ): Broken | null {
    const surely = solve(found.run);
    return surely.kind === 'sat' ? { word: 'broken', run: found.run, moves, monitor, model: surely } : null;
  }
}

/**
 * How many nodes are executed at least from a state until what is forbidden, where lanes make the search wide: until the nearest lane does it. In supersteps lanes
 * learn of each other what no move shows.
 */
function ahead(
  { graph, walk, beside, execution }: Setting,
  monitor: Monitor,
  moves: Moves,
): ((state: State) => number) | undefined {
  if (!graph.lanes || execution === 'supersteps' || !Outlook.fits(monitor)) return undefined;
  const outlook = new Outlook(graph, walk, beside, monitor);
  return ({ tokens, global }) => {
    let least = FAR;
    for (const token of tokens) {
      const place = moves.placeOf(token);
      const state = moves.localOf(token) + monitor.locals * global;
      const own = outlook.distance(place, state);
      // At a fork that is being answered the node has begun.
      const distance = own === FAR || !moves.isAnswered(token) ? own : own - (graph.begins[place] as number);
      if (distance < least) least = distance;
    }
    return least;
  };
}

/** States of a game that are looked at for a shorter path alone, and where lanes multiply them. */
const MOST_PLAYED = 20_000;

/** How many nodes a run executes. */
export const lengthOf = (run: readonly Taken[]): number => run.reduce((sum, { step }) => sum + step.cost, 0);

/** Pairs of a place and a state that the search of one lane looks at, for each state that the budget allows: they are much smaller. */
const PLAIN_PAIRS = 5;

/** The first search on a graph of one lane, values not looked at: of pairs of a place and a state. Null: not for this. */
function inOneLane(
  { graph, cells, execution, budget }: Setting,
  monitor: Monitor,
  tracked: Tracked,
  known: readonly number[] | null | undefined,
): { found: Found; moves: Moves; values: Values } | null {
  if (graph.lanes || known === null) return null;
  const values = new Values(graph, cells, tracked);
  const moves = new Moves(graph, monitor, values, execution);
  if (known !== undefined) return { found: { kind: 'found', run: retaken(graph, moves, known) }, moves, values };
  const found = plainSearch(graph, monitor, budget * PLAIN_PAIRS);
  if (found.kind === 'found')
    return { found: { kind: 'found', run: retaken(graph, moves, found.moves) }, moves, values };
  if (found.kind === 'budget') return { found, moves, values };
  return { found: { kind: 'none', states: statesAt(graph, monitor, found.pairs) }, moves, values };
}

/** The run of a lane that makes these moves. */
function retaken(graph: ControlGraph, moves: Moves, made: readonly number[]): Taken[] {
  const run: Taken[] = [];
  let state = moves.start();
  for (const move of made) {
    // Where a lane ends it goes on by itself, out of its body.
    if (isOver(graph, graph.from[move] as number)) continue;
    const step = moves
      .options(state)
      .flatMap(({ steps }) => steps)
      .find((each) => each.moves[0] === move);
    if (!step) throw new Mismatch('a run in flat arrays is none of its graph');
    run.push({ state, step });
    if (step.next) state = step.next;
  }
  return run;
}

const isOver = ({ kind }: ControlGraph, place: number): boolean =>
  kind[place] === PLACE.end || kind[place] === PLACE.terminate || kind[place] === PLACE.abort;

/** The states of one lane that is at these places; where it is over it goes on by itself, and is not found. */
const statesAt = (graph: ControlGraph, monitor: Monitor, pairs: readonly number[]): State[] => {
  const { locals, globals, startLocal: ground } = monitor;
  const width = locals * globals;
  return pairs.flatMap((pair) => {
    const place = Math.floor(pair / width);
    if (isOver(graph, place)) return [];
    const state = pair % width;
    const local = state % locals;
    return [{ tokens: [place * locals + local], global: Math.floor(state / locals), values: 0, phase: 0, ground }];
  });
};

/** The guards along a run, with the writes between them. */
export function solveRun({ graph, cells }: Setting, solver: CellSolver, run: readonly Taken[]): Solution {
  const conditions: { literal: number; at: number }[] = [];
  const written = new Map<number, WriteAt[]>();
  const taken = new Map<number, number>();
  // An edge was taken too often, or was passed over as taken too often and was not.
  let early = false;
  const isSpent = (bound: number): boolean => (taken.get(bound) ?? 0) >= (graph.bounds[bound] as number);
  run.forEach(({ step }, at) => {
    if (step.spent?.every(isSpent) === false) early = true;
    for (const move of step.moves) {
      const guard = graph.guard[move] as number;
      if (guard >= 0) conditions.push({ literal: guard, at });
      const bound = graph.bound[move] as number;
      if (bound < -1 ? !isSpent(-2 - bound) : bound >= 0 && isSpent(bound)) early = true;
      if (bound >= 0) taken.set(bound, (taken.get(bound) ?? 0) + 1);
      for (const renewed of graph.renews.get(graph.event[move] as number) ?? []) taken.delete(renewed);
      for (const { group, members } of cells.writes(graph.event[move] as number)) {
        const known = written.get(group);
        if (known) known.push({ at, members });
        else written.set(group, [{ at, members }]);
      }
    }
    for (const literal of step.refused ?? []) conditions.push({ literal, at });
  });
  if (early) return { kind: 'unsat' };
  return solver.solve(conditions, (group) => written.get(group) ?? []);
}

/** What the cells let through and values do not allow is not known: another way may be there (`GuardCells`). */
function undecided(graph: ControlGraph, run: readonly Taken[], model: Solution): Solution {
  if (model.kind !== 'unsat') return model;
  const guards = run.flatMap(({ step }) => step.moves.map((move) => graph.guard[move] as number));
  return {
    kind: 'unknown',
    edges: guards.flatMap((guard) => (guard < 0 ? [] : [graph.guards[guard >> 1]?.edge ?? -1])),
  };
}

/** What is not known along a run, each thing once. */
function decidersOf({ graph }: Setting, monitor: Monitor, run: readonly Taken[], model: Solution): Decider[] {
  const found: Decider[] = [];
  for (const { state, step } of run)
    for (const move of [...step.moves, ...(step.decided ?? [])]) {
      const doubt = graph.doubts[graph.doubt[move] as number];
      if (doubt) found.push({ code: doubt.code, at: doubt.at, params: {} });
      const event = step.moves.includes(move) ? (graph.event[move] as number) : -1;
      const symbol = event < 0 ? undefined : monitor.symbolOf.get(event);
      const local = (state.tokens[step.actor] as number) % monitor.locals;
      const open = symbol === undefined ? undefined : monitor.doubtOf(symbol, state.global, local);
      if (open) found.push(open);
    }
  if (model.kind === 'unknown')
    for (const edge of model.edges) found.push({ code: 'guard_not_decided', at: edgeName(graph, edge), params: {} });
  return unique(found);
}

export const unique = (deciders: readonly Decider[]): Decider[] => [
  ...new Map(deciders.map((decider) => [JSON.stringify([decider.code, decider.at, decider.params]), decider])).values(),
];
