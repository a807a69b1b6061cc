import type { AgentGraph, GraphNode, ToolEffects, BodyIndex } from '../model/index.js';
import { callsOf } from './calls.js';
import { type Doubt, EVENT, PLACE } from './control.js';
import type { Draft } from './draft.js';

/** Nodes of which it is not known what they do (S9). */
export class OpaqueNodes {
  readonly #draft: Draft;
  readonly #graph: AgentGraph;
  readonly #effects: ToolEffects;
  readonly #bodies: ReadonlyMap<string, BodyIndex>;
  readonly #most: number;
  #anyTool: readonly string[] | null = null;

  /** `most`: a body that would make more places than this is left out. */
  constructor(
    draft: Draft,
    graph: AgentGraph,
    effects: ToolEffects,
    bodies: ReadonlyMap<string, BodyIndex>,
    most: number,
  ) {
    this.#draft = draft;
    this.#graph = graph;
    this.#effects = effects;
    this.#bodies = bodies;
    this.#most = most;
  }

  /** Why a node is opaque; null when it is not (S9). */
  why(instance: number, shape: GraphNode): Doubt['code'] | null {
    if (shape.kind === 'code') return shape.may_call === undefined ? null : 'unread_code';
    if (shape.kind !== 'subgraph' && shape.kind !== 'map') return null;
    const body = shape.subgraph === undefined ? undefined : this.#bodies.get(shape.subgraph);
    if (body === undefined) return 'missing_body';
    for (let at = instance; at >= 0; at = this.#draft.instances[at]?.parent ?? -1)
      if (this.#draft.instances[at]?.body === body.body) return 'recursive_body';
    return this.#draft.places + 6 * body.body.nodes.length > this.#most ? 'body_too_large' : null;
  }

  lower(
    node: number,
    shape: GraphNode,
    name: string,
    code: Doubt['code'],
    begin: number,
    done: number,
    failed: number,
  ): void {
    const draft = this.#draft;
    const doubt = draft.doubt({ code, at: name });
    const hub = draft.place(node);
    draft.move(begin, hub);
    draft.doubtful(hub);
    draft.move(hub, done, { doubt });
    // It may write, and need not; and what it writes nobody else says.
    const written = draft.place(node, PLACE.atomic);
    draft.move(hub, written, { event: draft.event(EVENT.chaos, node, node, ['*']), doubt, turn: true });
    draft.valuedByOthers(written);
    draft.move(written, hub);
    const tools = shape.may_call === undefined || shape.may_call === '*' ? this.#everyTool() : shape.may_call;
    for (const tool of tools) {
      const events = draft.call({ tool: draft.tool(tool), node, repeated: false, retry: false, last: 'maybe' });
      const middle = draft.place(node, PLACE.atomic);
      draft.doubtful(middle);
      draft.move(hub, middle, { event: events.attempt, doubt, turn: true });
      draft.move(middle, hub, { event: events.success, doubt });
      if (this.#effects.get(tool)?.classes.includes('infallible') !== true)
        draft.move(middle, hub, { event: events.failure, doubt });
    }
    draft.move(hub, failed, { doubt });
  }

  /** What `*` stands for: the catalogue's tools, and those the graph itself names. */
  #everyTool(): readonly string[] {
    const bodies = [this.#graph, ...(this.#graph.subgraphs ?? [])];
    this.#anyTool ??= [
      ...new Set([
        ...this.#effects.keys(),
        ...bodies.flatMap(({ nodes }) => nodes.flatMap((node) => callsOf(node).map((call) => call.name))),
      ]),
    ];
    return this.#anyTool;
  }
}
