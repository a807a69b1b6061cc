import { type ControlGraph, EVENT, toolChoice } from '../../lower/index.js';
import type { Passes, ToolEffect, ToolEffects } from '../../model/index.js';
import type { GraphIndex } from '../graph-index.js';
import { judge } from '../judge.js';
import { BAD, type Monitor } from '../monitor.js';
import { saysOfPass } from '../pass-edges.js';
import { reachAll } from '../reach.js';
import type { Reading } from '../reading.js';
import { checksOf } from './fail-open.js';
import { type Found, undecided } from './found.js';
import type { Looks } from './looks.js';

/** Checks that are attempted and, in one of the ways their roles say, pass in no run (S15). */
export function neverPasses(effects: ToolEffects, looks: Looks): Found[] {
  const found: Found[] = [];
  let open = false;
  for (const [name, check] of checksOf(effects)) {
    const uses = usesOf(name, looks);
    if (uses === null) continue;
    const ways = waysOf(check).map((passes) => passesSomewhere(looks, uses, passes));
    if (ways.includes('no')) {
      const places = [...new Set(uses.map((use) => looks.graph.uses[use]?.node ?? 0))].toSorted((a, b) => a - b);
      found.push({
        kind: 'check_never_passes',
        target: name,
        places: places.filter((node) => looks.isFirst(node)).map((node) => looks.nameOf(node)),
        severity: 'medium',
      });
    } else if (ways.includes('open')) open = true;
  }
  return open ? [...found, undecided('check_never_passes')] : found;
}

/** The calls of a check that some run attempts; null where there are none, or where a missing body may call it. */
function usesOf(name: string, looks: Looks): readonly number[] | null {
  const [{ index, graph }] = looks.readings as readonly [Reading];
  const attempted = index.usesOf(name).filter((use) => looks.attempts(use));
  return attempted.length === 0 || attempted.some((use) => graph.uses[use]?.call === undefined) ? null : attempted;
}

/** How it passes, each way once; what passes by success passes wherever it is attempted. */
function waysOf({ checks = [], confirms = [] }: ToolEffect): readonly Exclude<Passes, 'success'>[] {
  const ways = [...checks, ...confirms].flatMap(({ passes }) => (typeof passes === 'object' ? [passes] : []));
  return [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
}

/** Whether a check passes in one way at any of its nodes in any run; `open`: more states than are looked at. */
function passesSomewhere(
  { readings, decided }: Looks,
  uses: readonly number[],
  passes: Exclude<Passes, 'success'>,
): 'yes' | 'no' | 'open' {
  let word: 'no' | 'open' = decided ? 'no' : 'open';
  for (const reading of readings) {
    const { graph, index, walk, beside } = reading;
    const nodes = new Map<number, number[]>();
    for (const use of uses) {
      const node = graph.uses[use]?.node ?? 0;
      nodes.set(node, [...(nodes.get(node) ?? []), use]);
    }
    const monitors = [...nodes].map(([node, own]) => passMonitor(graph, index, node, own, passes));
    const reached = reachAll(graph, walk, beside, monitors);
    const perhaps = monitors.filter((_, at) => reached[at]?.bad === true);
    for (const monitor of perhaps) {
      if (isPlain(graph)) return 'yes';
      const judged = judge(reading, monitor, () => monitor);
      if (judged.word === 'broken' || (judged.word === 'possible' && judged.run !== undefined)) return 'yes';
      if (judged.word === 'possible') word = 'open';
    }
  }
  return word;
}

/** Nothing but the moves says what a run can do. */
const isPlain = ({ lanes, guards, bounds }: ControlGraph): boolean =>
  !lanes && guards.length === 0 && bounds.length === 0;

/** What may judge a call of a check that succeeded: guards that read the node's result, and the edges of the node. */
const BY_GUARDS = 1;
const BY_EDGES = 2;

/** Forbids what tells that the check of a node has passed, while a call of it that succeeded is still to be judged. */
function passMonitor(
  graph: ControlGraph,
  index: GraphIndex,
  node: number,
  uses: readonly number[],
  passes: Exclude<Passes, 'success'>,
): Monitor {
  const SUCCEEDED = 1;
  const OVER = 2;
  const PASSED = 3;
  const SAID = 4;
  const WRITTEN = 5;
  const LEFT = 6;
  /** In its own lane: other edges that the node takes at once say for themselves what they say. */
  const FAILED = 7;
  const isField = 'field' in passes;
  const symbolOf = new Map<number, number>();
  for (const event of index.writersOfResult(node, passes)) symbolOf.set(event, WRITTEN);
  for (const event of isField ? [] : otherPicks(graph, node)) symbolOf.set(event, OVER);
  for (const use of uses) {
    const attempt = index.attemptOf[use] as number;
    symbolOf.set(attempt, OVER);
    symbolOf.set(attempt + 1, SUCCEEDED);
  }
  for (const event of index.taken) {
    const says = saysOfPass(graph, index, event, node, passes);
    const bySaying = !isField || saysOfPass(graph, index, event, node, 'success') === true;
    if (says === true) symbolOf.set(event, bySaying ? SAID : PASSED);
    else if (says === false) symbolOf.set(event, FAILED);
    else if (index.sourceOf(graph.eventOf[event] as number) === node) symbolOf.set(event, LEFT);
  }
  const after = (symbol: number, pending: number): number => {
    switch (symbol) {
      case SUCCEEDED:
        return isField ? BY_GUARDS | BY_EDGES : BY_EDGES;
      case OVER:
      case FAILED:
        return 0;
      case WRITTEN:
        return pending & ~BY_GUARDS;
      case LEFT:
        return pending & ~BY_EDGES;
      default:
        return pending;
    }
  };
  const isPass = (symbol: number, pending: number): boolean =>
    (symbol === PASSED && (pending & BY_GUARDS) !== 0) || (symbol === SAID && (pending & BY_EDGES) !== 0);
  return {
    locals: 4,
    globals: 1,
    startLocal: 0,
    startGlobal: 0,
    symbolOf,
    act: (symbol, pending) => (isPass(symbol, pending) ? BAD : after(symbol, pending)),
    others: (symbol, pending) => (symbol === OVER || symbol === WRITTEN ? after(symbol, pending) : pending),
    together: (left, right) => left | right,
    alone: (left, right) => left & right,
    endsBadly: () => false,
    judgesEnds: false,
    facts: () => [],
    doubtOf: () => undefined,
  };
}

/** Another pick of a node that picks: what it called before is not judged any more. */
function otherPicks(graph: ControlGraph, node: number): number[] {
  const shape = graph.nodes[node];
  if (shape === undefined || toolChoice(shape) !== 'one') return [];
  const own: number[] = [];
  for (let event = 0; event < graph.eventKind.length; event += 1) {
    const kind = graph.eventKind[event];
    if (graph.eventNode[event] === node && (kind === EVENT.attempt || kind === EVENT.write)) own.push(event);
  }
  return own;
}
