import { type ControlGraph, EVENT, nodeName, type Use } from '../../lower/index.js';
import type { Decider, GraphEdge } from '../../model/index.js';
import type { Reading } from '../reading.js';
import type { SagaAutomaton } from './automaton.js';

/**
 * What becomes of a failure, one step after another: an edge catches it, it ends the run, or something handles it. A number: the `fail` node it leads to; less than
 * 0, -1 less the number: that node runs.
 */
type Fate = 'edge' | 'edge_or_end' | 'end' | 'handled' | number;

interface GivesUpEvent {
  /** A compensation failed, an edge was taken, a node of kind `fail` runs and has run, a body is executed again. */
  readonly what: 'failed' | 'caught' | 'falls' | 'fell' | 'again';
  /** The node where it happened. */
  readonly node: number;
  readonly fate: Fate;
  /** Of a call that failed: it is not known whether its node failed with it. */
  readonly open?: Decider;
}

const running = (node: number): Fate => -1 - node;

/** SG7: where the failure of a compensation is, until the run ends by it. */
export function givesUp(reading: Reading, compensations: readonly string[]): SagaAutomaton<GivesUpEvent> {
  const events = eventsOf(reading, compensations);
  /** The states: twice this, and one more where it is not known whether the node failed. */
  const stages: Fate[] = [
    ...new Set<Fate>(['handled', 'edge', 'edge_or_end', 'end', ...[...events.values()].map(({ fate }) => fate)]),
  ];
  const stageOf = (state: number): Fate => stages[Math.floor(state / 2)] as Fate;
  return {
    states: 2 * stages.length,
    events,
    step: (state, { what, node, fate, open }) => {
      const stage = stageOf(state);
      if (what === 'again') return { to: 2 * stages.indexOf('handled') };
      // The run ends by the `fail` that the failure leads to, and by no other: in supersteps not by one that runs before the failure has come to it.
      const goesOn =
        what === 'caught'
          ? stage === 'edge' || stage === 'edge_or_end'
          : stage === (what === 'falls' ? node : running(node));
      if (what !== 'failed' && !goesOn) return { to: state };
      const maybe = what === 'failed' ? (open ? 1 : 0) : state % 2;
      return { to: 2 * stages.indexOf(fate) + maybe, open };
    },
    ends: (state, failed) => {
      const stage = stageOf(state);
      if (!failed || (stage !== 'end' && stage !== 'edge_or_end')) return null;
      return state % 2 === 0 ? 'sure' : 'maybe';
    },
    facts: () => [],
  };
}

function eventsOf({ graph, index }: Reading, compensations: readonly string[]): Map<number, GivesUpEvent> {
  const events = new Map<number, GivesUpEvent>();
  /** Supersteps: a `fail` runs in a step after the one in which it is come to. */
  const isApart = graph.eventKind.includes(EVENT.falls);
  /** The nodes of compensations, and those around them. */
  const nodes = new Set<number>();
  for (const use of compensations.flatMap((tool) => index.usesOf(tool))) {
    const { node, last } = graph.uses[use] as Use;
    for (let at = node; at >= 0; at = instanceOf(graph, at).around) nodes.add(at);
    if (last === 'no') continue;
    const open: Decider = { code: 'unbounded_retry', at: nodeName(graph, node), params: {} };
    events.set((index.attemptOf[use] as number) + 2, {
      what: 'failed',
      node,
      fate: fateOf(graph, node),
      ...(last === 'maybe' && { open }),
    });
  }
  graph.eventKind.forEach((kind, event) => {
    const node = graph.eventNode[event] as number;
    if (kind === EVENT.caught && nodes.has(node)) {
      const { target } = graph.edges[graph.eventOf[event] as number] as GraphEdge;
      const { body, base } = instanceOf(graph, node);
      const local = body.nodes.findIndex(({ id }) => id === target);
      const fails = body.nodes[local]?.kind === 'fail';
      const fate = isApart ? base + local : running(base + local);
      events.set(event, { what: 'caught', node, fate: fails ? fate : 'handled' });
    } else if (kind === EVENT.falls) events.set(event, { what: 'falls', node, fate: running(node) });
    else if (kind === EVENT.fell) events.set(event, { what: 'fell', node, fate: above(graph, node) });
    else if (kind === EVENT.again && nodes.has(node) && graph.nodes[node]?.subgraph !== undefined)
      events.set(event, { what: 'again', node, fate: 'handled' });
  });
  return events;
}

const instanceOf = (graph: ControlGraph, node: number): ControlGraph['instances'][number] =>
  graph.instances[graph.nodeInstance[node] as number] as ControlGraph['instances'][number];

/** What becomes of a node that has failed for good. */
function fateOf(graph: ControlGraph, node: number): Fate {
  const shape = graph.nodes[node];
  if (shape?.on_error === 'continue') return 'handled';
  const { body } = instanceOf(graph, node);
  const edges =
    shape?.on_error === 'edge' ? body.edges.filter(({ source, on }) => source === shape.id && on === 'error') : [];
  // One that may be missing, or taken as often as it may be, need not catch it.
  if (edges.some(({ provenance, max_times: most }) => provenance !== 'may' && most === undefined)) return 'edge';
  const otherwise = above(graph, node);
  return edges.length > 0 && otherwise === 'end' ? 'edge_or_end' : edges.length > 0 ? 'edge' : otherwise;
}

/** What becomes of a body that has failed, by the node that runs it. */
function above(graph: ControlGraph, node: number): Fate {
  const { around, isRetried } = instanceOf(graph, node);
  if (around < 0) return 'end';
  return isRetried ? 'handled' : fateOf(graph, around);
}
