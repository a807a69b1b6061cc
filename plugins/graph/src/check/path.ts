import { callsOf, type ControlGraph, edgeName, EVENT, nodeName, PLACE } from '../lower/index.js';
import { type GraphNode, guardText, type PathEvent, type PathStep } from '../model/index.js';
import type { Taken } from './state.js';
import type { Monitor, Reason } from './monitor.js';
import type { Moves } from './moves.js';

const KINDS: Readonly<Record<number, PathEvent['kind']>> = {
  [EVENT.attempt]: 'attempt',
  [EVENT.success]: 'success',
  [EVENT.failure]: 'failure',
  [EVENT.approve]: 'approve',
  [EVENT.edit]: 'edit',
  [EVENT.reject]: 'reject',
};

interface Draft {
  node: number;
  lane: number;
  edge?: string;
  events: PathEvent[];
  guard?: NonNullable<PathStep['guard']>;
  facts: readonly string[];
  why?: NonNullable<PathStep['why']>;
}

/** A run in the user's terms: which nodes ran, in which lanes, by which edges, and what that changed for the rule. */
export function tellPath(
  graph: ControlGraph,
  monitor: Monitor,
  moves: Moves,
  run: readonly Taken[],
): { path: PathStep[]; stepOf: number[] } {
  const steps: Draft[] = [];
  /** Per move of the run, the step it is told in. */
  const stepOf: number[] = [];
  let current: Draft | null = null;
  let lanes = [1];
  let latest = 1;
  let several = false;
  let facts: readonly string[] = [];
  const isOpen = (node: number, lane: number): boolean =>
    current !== null && current.node === node && current.lane === lane && current.edge === undefined;
  const open = (node: number, lane: number): Draft => {
    if (current && isOpen(node, lane)) return current;
    current = { node, lane, events: [], facts };
    steps.push(current);
    return current;
  };
  for (const [number, { state, step }] of run.entries()) {
    const lane = lanes[step.actor] ?? 1;
    // Each edge of a fork opens a lane of its own, also where that is another one already in the node it leads to.
    const opened = step.moves.map((_, index) => (index === 0 ? lane : (latest += 1)));
    const next = step.origins.map((origins, index) => {
      const numbers = origins.filter((origin) => origin !== step.actor).map((origin) => lanes[origin] as number);
      if (origins.includes(step.actor)) numbers.push(...lanesTo(graph, moves, step, index, opened, lane));
      return Math.min(...numbers);
    });
    if (lanes.length > 1 || next.length > 1) several = true;
    const told: Draft[] = [];
    step.moves.forEach((move, index) => {
      const place = graph.from[move] as number;
      const node = graph.node[place] as number;
      const event = graph.event[move] as number;
      const edge = graph.edge[move] as number;
      const kind = event < 0 ? undefined : KINDS[graph.eventKind[event] as number];
      const fails = graph.kind[graph.to[move] as number] === PLACE.abort;
      // A `fail` of a body whose node handles it: where it ends the run it is the last step.
      const fell = event >= 0 && graph.eventKind[event] === EVENT.fell;
      // What a node writes when it is done, or before an item, others may see before it goes on.
      const writes = state.tokens.length > 1 && writesAt(graph, move);
      const idle = callsOf(graph.nodes[node] as GraphNode).length === 0;
      const wrote = writes && ((idle && graph.nodes[node]?.subgraph === undefined) || !actsNext(run, number));
      // That it calls no more is a step of its own.
      if (wrote && !idle && isOpen(node, lane)) current = null;
      if (kind === undefined && edge < 0 && graph.step[move] === 0 && !wrote && !fell) {
        // A node that can be left by no edge is executed, too.
        const last = steps.findLast((each) => each.lane === lane);
        if (!fails || graph.nodes[node]?.kind === 'fail' || (last?.node === node && last.edge === undefined)) return;
      }
      const at =
        index === 0
          ? open(node, lane)
          : (steps.push((current = { node, lane: opened[index] as number, events: [], facts })), current);
      if (kind !== undefined) at.events.push({ kind, name: eventName(graph, event) });
      if (edge >= 0) {
        at.edge = edgeName(graph, edge);
        const guard = guardOf(graph, edge, graph.doubt[move] as number);
        if (guard) at.guard = guard;
      }
      told.push(at);
    });
    const before = facts;
    if (step.next) {
      const index = step.origins.findIndex((origins) => origins.includes(step.actor));
      facts = monitor.facts(index < 0 ? 0 : moves.localOf(step.next.tokens[index] as number), step.next.global);
      if (index < 0) facts = before;
    }
    for (const at of told) {
      at.facts = facts;
      const why = reason(
        before,
        facts,
        step.moves.map((move) => graph.event[move] as number),
        graph,
        monitor.codes,
      );
      if (why) at.why = why;
    }
    // A fork takes its edges at once; each is a step that shows the lane it opens.
    if (told.length > 1) several = true;
    if (step.next === null && step.ending === 'bad') {
      const last = told.at(-1);
      if (last) last.why = { code: monitor.codes?.forbidden ?? monitor.forbidden ?? lastReason(steps), params: {} };
    }
    // A guard by which an edge was passed over is asked in the step that the node does next.
    const here = graph.node[moves.placeOf(state.tokens[step.actor] as number)] as number;
    const asks = step.moves.some((each) => (graph.guard[each] as number) >= 0);
    const passed = told.length === 0 && asks && !isOpen(here, lane);
    // The edges of a fork are taken at once: from the first of them on the values are as they ask.
    stepOf.push(passed ? steps.length : Math.max(0, steps.length - Math.max(1, told.length)));
    const move = step.moves.at(-1);
    // The run is over where it arrived, or in the node where it was: that is the last step.
    if (step.next === null) {
      if (move !== undefined && graph.step[move] === 1)
        open(graph.node[graph.to[move] as number] as number, opened.at(-1) ?? lane);
      else open(here, lane);
    }
    lanes = next.length > 0 ? next : lanes;
  }
  const reasons = monitor.reasons?.(run);
  if (reasons) retell(steps, stepOf, reasons);
  const path = steps.map(({ node, lane, events, edge, guard, facts: after, why }) => ({
    node: nodeName(graph, node),
    ...(edge !== undefined && { edge }),
    ...(several && { lane }),
    events,
    ...(guard && { guard }),
    facts: after,
    ...(why && { why }),
  }));
  return { path, stepOf: stepOf.map((at) => Math.min(at, Math.max(0, path.length - 1))) };
}

/** Whether a node writes at a move, apart from its calls, or a rule hears there that its body is over. */
function writesAt(graph: ControlGraph, move: number): boolean {
  const event = graph.event[move] as number;
  if (event < 0) return false;
  const kind = graph.eventKind[event] as number;
  if (kind === EVENT.write || kind === EVENT.item) return true;
  const from = graph.from[move] as number;
  return kind === 0 && graph.instances.some(({ done }) => done === from);
}

/** Whether the lane of a step takes the next one, too. */
function actsNext(run: readonly Taken[], number: number): boolean {
  const { step } = run[number] as Taken;
  const next = run[number + 1]?.step.actor;
  return next !== undefined && step.origins[next]?.includes(step.actor) === true;
}

/** Tells of each step only what the rule itself says of it. */
function retell(steps: readonly Draft[], stepOf: readonly number[], reasons: readonly Reason[]): void {
  // What happens at a node and is not seen is told with what is seen of it next; not at all where nothing is.
  const stepAt = (at: number, node: number): number =>
    steps.findIndex((step, index) => index >= (stepOf[at] as number) && step.node === node);
  for (const step of steps) delete step.why;
  for (const { at, node, why, step } of reasons) {
    const more = step && { [step.name]: stepAt(step.at, step.node) + 1 };
    const told = steps[stepAt(at, node)];
    if (told) told.why = { code: why.code, params: { ...why.params, ...more } };
  }
}

/** The lanes that a fork opened and that lead to token `index` of the next state. */
function lanesTo(
  graph: ControlGraph,
  moves: Moves,
  step: Taken['step'],
  index: number,
  opened: readonly number[],
  lane: number,
): number[] {
  if (step.moves.length < 2 || step.next === null) return [lane];
  const place = moves.placeOf(step.next.tokens[index] as number);
  const { tokens } = step.next;
  const found = opened.filter((_, at) => graph.to[step.moves[at] as number] === place);
  const twins = tokens.flatMap((token, at) =>
    moves.placeOf(token) === place && step.origins[at]?.includes(step.actor) === true ? [at] : [],
  );
  // Lanes that stay apart at one node (`sequential`) keep their numbers apart.
  if (found.length > 0) return twins.length > 1 ? found.slice(twins.indexOf(index), twins.indexOf(index) + 1) : found;
  // Where a join or a body's end let it run on at once, the lane is one of those that are nowhere else.
  const places = new Set(tokens.map((token) => moves.placeOf(token)));
  const target = (at: number): number => graph.to[step.moves[at] as number] as number;
  const joined = opened.filter(
    (_, at) => graph.kind[target(at)] === PLACE.join && graph.joins[graph.group[target(at)] as number]?.to === place,
  );
  return [...joined, ...opened.filter((_, at) => !places.has(target(at))), lane].slice(0, 1);
}

function eventName(graph: ControlGraph, event: number): string {
  const kind = graph.eventKind[event] as number;
  if (kind === EVENT.attempt || kind === EVENT.success || kind === EVENT.failure)
    return graph.tools[graph.uses[graph.eventOf[event] as number]?.tool as number] as string;
  return nodeName(graph, graph.eventNode[event] as number);
}

function guardOf(graph: ControlGraph, edge: number, doubt: number): PathStep['guard'] | null {
  const guard = graph.edges[edge]?.guard;
  if (guard === undefined) return null;
  if ('choice' in guard) return { text: guard.choice, kind: 'free' };
  if ('opaque' in guard) return { text: guard.opaque, kind: 'opaque' };
  return {
    text: guard.text ?? guardText(guard.expr),
    kind: doubt >= 0 && graph.doubts[doubt]?.code === 'opaque_guard' ? 'opaque' : 'decided',
  };
}

/** What a step changed for the rule, as a code. */
function reason(
  before: readonly string[],
  after: readonly string[],
  events: readonly number[],
  graph: ControlGraph,
  own: Monitor['codes'],
): PathStep['why'] | null {
  const gained = after.filter((fact) => !before.includes(fact));
  const lost = before.filter((fact) => !after.includes(fact));
  if (gained.length === 0 && lost.length === 0) return null;
  const kind = graph.eventKind[events.find((event) => event >= 0) ?? -1];
  const params = { fact: (gained[0] ?? lost[0]) as string };
  if (own) return { code: gained.length > 0 ? own.gained(params.fact) : own.lost, params };
  if (gained.length > 0) return { code: 'established', params };
  const codes: Readonly<Record<number, string>> = {
    [EVENT.attempt]: 'ended_by_call',
    [EVENT.failure]: 'ended_by_failure',
    [EVENT.reject]: 'ended_by_refusal',
    [EVENT.item]: 'ended_by_next_item',
    [EVENT.took]: 'ended_by_result',
    [EVENT.left]: 'ended_with_node',
    [EVENT.edit]: 'ended_by_edit',
  };
  return { code: codes[kind ?? 0] ?? 'ended_by_write', params };
}

/** Why the last event is forbidden: what it needs was never there, or is gone. */
function lastReason(steps: readonly Draft[]): string {
  const lost = steps.findLast(({ why }) => why?.code.startsWith('ended_') === true);
  const had = steps.some(({ why }) => why?.code === 'established');
  return lost ? 'gone' : had ? 'elsewhere' : 'never_there';
}
