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

const PENDING = 1;

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
  const symbolOf = new Map<number, number>();
  for (const event of endings(graph, index, node, passes)) symbolOf.set(event, OVER);
  for (const use of uses) {
    const attempt = index.attemptOf[use] as number;
    symbolOf.set(attempt, OVER);
    symbolOf.set(attempt + 1, SUCCEEDED);
  }
  for (const event of index.taken) {
    const says = saysOfPass(graph, index, event, node, passes);
    if (says === true) symbolOf.set(event, PASSED);
    else if (says === false) symbolOf.set(event, OVER);
  }
  const after = (symbol: number, pending: number): number =>
    symbol === SUCCEEDED ? PENDING : symbol === OVER ? 0 : pending;
  return {
    locals: 2,
    globals: 1,
    startLocal: 0,
    startGlobal: 0,
    symbolOf,
    act: (symbol, pending) => (symbol === PASSED && pending === PENDING ? BAD : after(symbol, pending)),
    others: (symbol, pending) => (symbol === OVER ? 0 : pending),
    together: (left, right) => Math.max(left, right),
    alone: (left, right) => Math.min(left, right),
    endsBadly: () => false,
    judgesEnds: false,
    facts: () => [],
    doubtOf: () => undefined,
  };
}

/** What ends that a success is still to be judged: a write of the result by another node, or of a node that picks, another pick. */
function endings(graph: ControlGraph, index: GraphIndex, node: number, passes: Exclude<Passes, 'success'>): number[] {
  const shape = graph.nodes[node];
  if ('field' in passes)
    return shape?.result === undefined
      ? []
      : index.writersOf(shape.result).filter((event) => graph.eventNode[event] !== node);
  if (shape === undefined || toolChoice(shape) !== 'one') return [];
  const own: number[] = [];
  for (let event = 0; event < graph.eventKind.length; event += 1) {
    const kind = graph.eventKind[event];
    if (graph.eventNode[event] === node && (kind === EVENT.attempt || kind === EVENT.write)) own.push(event);
  }
  return own;
}
