import { type ControlGraph, EVENT, nodeName, type Use } from '../../lower/index.js';
import type { ToolEffect } from '../../model/index.js';
import { type Source, sourceOf } from '../arguments.js';
import type { Reading } from '../reading.js';
import type { SagaAutomaton } from './automaton.js';

/** What an event is to one use of a step: an attempt of it, or of another tool by which its node begins; a write of what its arguments are. */
interface RepeatEvent {
  readonly call?: 'first' | 'retry' | 'other';
  /** `maybe`: by what nobody knows the doings of. */
  readonly wrote?: 'surely' | 'maybe';
}

/** SG9: one automaton for each use of the tool by a node, whose retries are copies of it. */
export function repeats(reading: Reading, step: string, effect: ToolEffect | undefined): SagaAutomaton<RepeatEvent>[] {
  const { graph, index } = reading;
  // Items of a `map` that run at the same time are executions of one node.
  const byNode = new Map<string, Map<Use['call'], number[]>>();
  for (const use of index.usesOf(step)) {
    const { node, call } = graph.uses[use] as Use;
    const name = nodeName(graph, node);
    const calls = byNode.get(name) ?? new Map<Use['call'], number[]>();
    byNode.set(name, calls.set(call, [...(calls.get(call) ?? []), use]));
  }
  return [...byNode.values()].flatMap((calls) =>
    [...calls].map(([call, uses]) => {
      const { node } = graph.uses[uses[0] as number] as Use;
      const sources = sourcesOf(graph.uses[uses[0] as number] as Use, effect);
      const known = call !== undefined && !sources.some((source) => 'model' in source || 'unknown' in source);
      return repeat(eventsOf(reading, node, uses, sources), {
        tool: step,
        at: nodeName(graph, node),
        known,
        keyed: graph.nodes[node]?.retry?.idempotency_key !== undefined,
      });
    }),
  );
}

/** Where the arguments of a call come from: those it lists, and those that the catalogue names beside them. */
function sourcesOf(use: Use, effect: ToolEffect | undefined): Source[] {
  const listed = (use.call?.arguments ?? []).map(({ name }) => name);
  return [...new Set([...listed, ...Object.keys(effect?.args?.fields ?? {})])].map((name) => sourceOf(use, name));
}

function eventsOf(
  { graph, index }: Reading,
  node: number,
  uses: readonly number[],
  sources: readonly Source[],
): Map<number, RepeatEvent> {
  const events = new Map<number, RepeatEvent>();
  const attemptOf = (use: number): number => index.attemptOf[use] as number;
  for (const use of beginningsOf(graph, node, graph.uses[uses[0] as number]?.call))
    events.set(attemptOf(use), { call: 'other' });
  const retries = graph.nodes[node]?.kind === 'tool';
  for (const use of uses)
    events.set(attemptOf(use), { call: retries && graph.uses[use]?.retry === true ? 'retry' : 'first' });
  for (const source of sources)
    if ('variable' in source)
      for (const event of index.writersOf(source.variable)) {
        const by = graph.nodes[graph.eventNode[event] as number];
        const known = by?.kind !== 'code' || by.may_call === undefined;
        const body = by?.kind !== 'subgraph' && by?.kind !== 'map';
        const opaque =
          graph.eventKind[event] === EVENT.chaos || !known || (!body && graph.eventKind[event] === EVENT.attempt);
        events.set(event, { ...events.get(event), wrote: opaque ? 'maybe' : 'surely' });
      }
  return events;
}

/** Other uses by which an execution of a node that may be retried begins, in each copy of the node: those that it may pick, or that come before a call. */
function beginningsOf(graph: ControlGraph, node: number, call: Use['call']): readonly number[] {
  const shape = graph.nodes[node];
  const calls = shape?.tools ?? [];
  const begins = picksOne(shape) ? calls : calls.slice(0, call && calls.indexOf(call));
  if (shape?.retry === undefined || begins.length === 0) return [];
  const name = nodeName(graph, node);
  return [...graph.uses.keys()].filter((at) => {
    const use = graph.uses[at] as Use;
    return !use.retry && use.call !== undefined && begins.includes(use.call) && nodeName(graph, use.node) === name;
  });
}

const picksOne = (shape: ControlGraph['nodes'][number] | undefined): boolean =>
  shape !== undefined && shape.kind !== 'agent' && (shape.tools?.length ?? 0) > 1 && shape.tool_choice !== 'each';

/**
 * The bits of its state: it was called in this execution of its node, which is of the lane; it was called, and no variable of its arguments was surely written since; one of
 * the variables may have been written since.
 */
const NOW = 1;
const SAME = 2;
const PERHAPS = 4;

function repeat(
  events: ReadonlyMap<number, RepeatEvent>,
  { tool, at, known, keyed }: { tool: string; at: string; known: boolean; keyed: boolean },
): SagaAutomaton<RepeatEvent> {
  return {
    states: 8,
    locals: 2,
    events,
    step: (state, { call, wrote }) => {
      // An attempt is judged before what it writes.
      const written = (next: number): number =>
        wrote === 'surely' ? next & ~(SAME | PERHAPS) : wrote && (next & SAME) !== 0 ? next | PERHAPS : next;
      if (call === undefined || call === 'other') return { to: written(call ? state & ~NOW : state) };
      const to = written(SAME | NOW);
      if (call === 'retry' && (state & NOW) !== 0) return keyed ? { to: written(state) } : { to, bad: 'sure' };
      if ((state & SAME) === 0) return { to };
      return known && (state & PERHAPS) === 0
        ? { to, bad: 'sure' }
        : { to, bad: 'maybe', open: { code: 'same_call_unknown', at, params: { tool } } };
    },
    facts: (state) => ((state & SAME) === 0 ? [] : [tool]),
  };
}
