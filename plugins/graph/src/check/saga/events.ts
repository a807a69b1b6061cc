import { type ControlGraph, EVENT, nodeName } from '../../lower/index.js';
import type { Reading } from '../reading.js';

/** What a tool is to the rule that is asked. */
export type SagaRole =
  /** The step that is asked about, and another one. */
  | 'step'
  | 'other'
  /** What undoes them. */
  | 'undo'
  | 'undo_other'
  | 'pivot'
  /** A write that may fail, and a tool of which nobody says whether it is one. */
  | 'fallible'
  | 'unclassified';

/** An event of the graph as a saga sees it. */
export interface SagaEvent {
  readonly kind: 'attempt' | 'success' | 'failure';
  readonly roles: readonly SagaRole[];
  readonly tool: string;
  readonly node: string;
  /** Of a failure: whether the node fails for good, and whether it goes on all the same. */
  readonly last?: 'yes' | 'no' | 'maybe';
  readonly goesOn?: boolean;
}

const KINDS = { [EVENT.attempt]: 'attempt', [EVENT.success]: 'success', [EVENT.failure]: 'failure' } as const;

/** The calls of tools that have a role, each with its outcome. */
export function callEvents(
  { graph, index }: Reading,
  roles: ReadonlyMap<string, readonly SagaRole[]>,
): Map<number, SagaEvent> {
  const found = new Map<number, SagaEvent>();
  for (const [tool, held] of roles)
    for (const use of index.usesOf(tool)) {
      const attempt = index.attemptOf[use] as number;
      const shape = graph.uses[use] as ControlGraph['uses'][number];
      const node = nodeName(graph, shape.node);
      const common = { roles: held, tool, node };
      found.set(attempt, { ...common, kind: KINDS[EVENT.attempt] });
      found.set(attempt + 1, { ...common, kind: KINDS[EVENT.success] });
      found.set(attempt + 2, {
        ...common,
        kind: KINDS[EVENT.failure],
        last: shape.last,
        goesOn: graph.nodes[shape.node]?.on_error === 'continue',
      });
    }
  return found;
}

/** Roles by tool: a tool may have several. */
export class Roles extends Map<string, SagaRole[]> {
  give(role: SagaRole, tools: readonly string[]): this {
    for (const tool of tools) this.set(tool, [...(this.get(tool) ?? []), role]);
    return this;
  }
}
