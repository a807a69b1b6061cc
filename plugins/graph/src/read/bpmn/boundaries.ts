import type { GraphNode } from '../../model/index.js';
import type { BodyDraft } from '../source/draft.js';
import { attribute, childNamed, type Element, hasDefinition, type Scope } from './elements.js';

/** Events on the border of activities: ways out of them, and lanes that begin beside them. */
export class Boundaries {
  readonly #interrupting: ReadonlyMap<string, readonly Element[]>;
  readonly #beside: ReadonlyMap<string, readonly Element[]>;

  constructor(
    scope: Scope,
    private readonly body: BodyDraft,
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

  leave({ id, pointer }: Element): void {
    const ending = this.#interrupting.get(id) ?? [];
    for (const event of ending)
      this.body.edge({ source: id, target: this.entry(event.id), on: 'error', branch: event.id }, event.pointer);
    // An error that none of the events is for ends what is around.
    const all = ending.some(({ xml }) => {
      const error = childNamed(xml, 'errorEventDefinition');
      return error !== undefined && attribute(error, 'errorRef') === undefined;
    });
    if (ending.length > 0 && !all) {
      const other = `${id} [other error]`;
      this.body.node({ id: other, kind: 'fail' }, pointer);
      this.body.edge({ source: id, target: other, on: 'error' }, pointer);
    }
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
}
