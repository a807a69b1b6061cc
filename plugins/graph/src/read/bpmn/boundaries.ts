import type { GraphEdge, GraphNode } from '../../model/index.js';
import type { BodyDraft, Draft } from '../source/draft.js';
import { attribute, childNamed, type Element, elementsIn, hasDefinition, isActivity, type Scope } from './elements.js';

/** Events on the border of activities: ways out of them, and lanes that begin beside them. */
export class Boundaries {
  readonly #interrupting: ReadonlyMap<string, readonly Element[]>;
  readonly #beside: ReadonlyMap<string, readonly Element[]>;

  constructor(
    scope: Scope,
    private readonly body: BodyDraft,
    private readonly draft: Draft,
  ) {
    const events = [...scope.nodes.values()].filter(
      ({ name, xml }) => name === 'boundaryEvent' && !hasDefinition(xml, 'compensate'),
    );
    const of = ({ xml }: Element): string => attribute(xml, 'attachedToRef') ?? '';
    const beside = ({ xml }: Element): boolean => attribute(xml, 'cancelActivity') === 'false';
    this.#interrupting = Map.groupBy(
      events.filter((event) => !beside(event)),
      of,
    );
    this.#beside = Map.groupBy(events.filter(beside), of);
  }

  /** The node by which an activity is entered: with events beside it, one where their lanes may begin. */
  entry(id: string): string {
    return this.#beside.has(id) ? `${id} [entered]` : id;
  }

  /** An activity that an event may end is one that may fail, whatever it is. */
  failing(id: string, kind: GraphNode['kind']): Pick<GraphNode, 'on_error' | 'fallible'> {
    return this.#interrupting.has(id) ? { on_error: 'edge', ...(kind !== 'tool' && { fallible: true as const }) } : {};
  }

  leave(activity: Element): void {
    const { id, pointer } = activity;
    const ending = this.#interrupting.get(id) ?? [];
    // A cancelled transaction leaves by its cancel event, what fails in it does not.
    const cancelled = ending.find(({ xml }) => hasDefinition(xml, 'cancel'));
    const failed = ending.filter((event) => event !== cancelled);
    if (cancelled && !canBeCancelled(activity)) this.#unless(id, failed, pointer, { source: id, on: 'error' });
    else if (cancelled) {
      const asked = `${id} [cancelled?]`;
      const other = `${id} [failed]`;
      this.body.node({ id: asked, kind: 'router' }, pointer);
      this.body.node({ id: other, kind: 'router' }, pointer);
      this.body.edge({ source: id, target: asked, on: 'error' }, pointer);
      const guard = { opaque: `${id} was cancelled` };
      const way = { source: asked, target: this.entry(cancelled.id), branch: cancelled.id, guard };
      const edge = this.body.edge(way, cancelled.pointer);
      this.draft.assume('cancelled_or_failed', pointer, {
        nodes: [this.body.prefix + id],
        edges: [this.body.prefix + edge],
        params: { node: id },
      });
      this.body.edge({ source: asked, target: other, otherwise: true }, pointer);
      this.#unless(id, failed, pointer, { source: other, guard: { choice: 'env' } });
    } else if (ending.length > 0) this.#unless(id, ending, pointer, { source: id, on: 'error' });
    const beside = this.#beside.get(id) ?? [];
    if (beside.length === 0) return;
    this.body.node({ id: this.entry(id), kind: 'router', concurrency: 'all' }, pointer);
    this.body.edge({ source: this.entry(id), target: id }, pointer);
    for (const event of beside)
      this.body.edge(
        { source: this.entry(id), target: event.id, branch: event.id, guard: { choice: 'env' } },
        event.pointer,
      );
  }

  /** Ways to some events, and to a failure of what is around unless one of them is for every error. */
  #unless(
    id: string,
    events: readonly Element[],
    pointer: string,
    way: Pick<GraphEdge, 'source' | 'on' | 'guard'>,
  ): void {
    for (const event of events)
      this.body.edge({ ...way, target: this.entry(event.id), branch: event.id }, event.pointer);
    const all = events.some(({ xml }) => {
      const error = childNamed(xml, 'errorEventDefinition');
      return error !== undefined && attribute(error, 'errorRef') === undefined;
    });
    if (all) return;
    const other = `${id} [other error]`;
    this.body.node({ id: other, kind: 'fail' }, pointer);
    this.body.edge({ ...way, target: other }, pointer);
  }
}

/** Whether an event in it cancels a transaction; deeper transactions have their own. */
const canBeCancelled = ({ xml, pointer }: Element): boolean =>
  elementsIn(xml, pointer).some((inside) =>
    inside.name === 'endEvent'
      ? hasDefinition(inside.xml, 'cancel')
      : isActivity(inside) && inside.name !== 'transaction' && canBeCancelled(inside),
  );
