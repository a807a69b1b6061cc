import type { AgentGraph, GraphNode, PathEvent, PathStep, ToolEffects, ToolUse } from '../model/index.js';
import { callsIn, standings } from './execution.js';
import type { Lane } from './lane.js';
import { locate } from './locate.js';
import type { End, Entry } from './saga.js';

/** Writes down what a saga cares for while a path is walked. */
export class Journal {
  readonly entries: Entry[] = [];
  readonly #effects: ToolEffects;

  constructor(effects: ToolEffects) {
    this.#effects = effects;
  }

  wrote(names: readonly string[]): void {
    if (names.length > 0) this.entries.push({ kind: 'wrote', names });
  }

  /** A call, or how one came out; the lane's events have it already. */
  call(lane: Lane, { kind, name: tool }: PathEvent, step: number): void {
    const { node } = lane.at;
    if (kind === 'attempt') {
      const { call, place } = useOf(node, lane.events.slice(0, -1), tool);
      const before = lane.events.slice(0, -1).some((event) => event.kind === 'attempt' && event.name === tool);
      const retry = before && node.kind === 'tool' && node.tool_choice !== 'loop' && this.#isRetry(lane);
      const keyed = node.retry?.idempotency_key !== undefined;
      this.entries.push({
        kind,
        tool,
        use: `${lane.name} ${String(place)}`,
        call,
        retry: retry ? (keyed ? 'keyed' : 'yes') : 'no',
      });
    } else if (kind === 'success') this.entries.push({ kind, tool });
    else if (kind === 'failure') {
      const looped = node.kind === 'agent' || node.tool_choice === 'loop';
      this.entries.push({
        kind,
        tool,
        last: !looped && standings(node, this.#effects, lane.events).has('failed'),
        goesOn: node.on_error === 'continue',
        step,
      });
    }
  }

  /** Whether the node had failed before in this execution, so that what it does now is done again. */
  #isRetry({ events }: Lane): boolean {
    return events.some(({ kind }) => kind === 'failure');
  }
}

/** Which of a node's calls an attempt is: where they run in their order, the next one. */
function useOf(
  node: GraphNode,
  events: readonly PathEvent[],
  tool: string,
): { readonly call: ToolUse; readonly place: number } {
  const calls = callsIn(node);
  const failed = events.findLastIndex(({ kind }) => kind === 'failure');
  const done = events.slice(failed + 1).filter(({ kind }) => kind === 'success').length;
  const inOrder = calls.length === 1 || node.tool_choice === 'each';
  const place = inOrder && calls[done]?.name === tool ? done : calls.findIndex(({ name }) => name === tool);
  return { call: calls[place] ?? { name: tool }, place };
}

/** Whether a failure at a step of a path ended the run: nothing but nodes of kind `fail` follows in its lane, and what lies around it. */
export const endedBy =
  (graph: AgentGraph, path: readonly PathStep[]): End['by'] =>
  (step) =>
    path.every(
      ({ node, lane, events }, at) =>
        at <= step ||
        lane !== path[step]?.lane ||
        // It is left.
        (node === path[step]?.node && events.length === 0) ||
        path[step]?.node.startsWith(`${node}/`) === true ||
        locate(graph, node)?.node.kind === 'fail',
    );
