import { type GraphNode, type Join, incomingOf } from '../model/index.js';
import { PLACE } from './control.js';
import type { Draft } from './draft.js';
import type { Job } from './job.js';

export type JoinReading = ReadonlyMap<string, 'any' | 'all' | 'active'>;

/** Where tokens arrive at nodes: at a node itself, or at a place for each edge where one has to wait for the others (S5). */
export class Arrivals {
  readonly #draft: Draft;
  readonly #lanes: boolean;
  readonly #joins: JoinReading;
  readonly #waits = new Map<number, Map<number, number>>();

  constructor(draft: Draft, lanes: boolean, joins: JoinReading = new Map()) {
    this.#draft = draft;
    this.#lanes = lanes;
    this.#joins = joins;
  }

  /** Where an edge leads: a waiting place of a join, or the node itself. */
  of(job: Job, edge: number): { at: number; to: number } {
    const local = job.index.target[edge] as number;
    const shape = job.index.body.nodes[local] as GraphNode;
    const entry = job.entered + local;
    if (shape.join === undefined || shape.join === 'any') return { at: edge, to: entry };
    const name = `${this.#draft.instances[job.instance]?.prefix ?? ''}${shape.id}`;
    return { at: edge, to: this.#groupOf(job, local, shape, name)?.get(edge) ?? entry };
  }

  /** Whether tokens wait for others at a node with a join, as that is read. */
  waits(job: Job, local: number): boolean {
    const { id, join } = job.index.body.nodes[local] as GraphNode;
    return this.#joinOf(`${this.#draft.instances[job.instance]?.prefix ?? ''}${id}`, join) !== 'any';
  }

  /** Makes the waiting places of a node once, with the first edge to it. */
  #groupOf(job: Job, local: number, shape: GraphNode, name: string): ReadonlyMap<number, number> | null {
    if (shape.join === undefined || shape.join === 'any' || (job.index.incoming[local] as number) < 2) return null;
    const kind = this.#joinOf(name, shape.join);
    if (kind === 'any' || (kind === 'active' && !this.#lanes)) return null;
    const node = job.base + local;
    const known = this.#waits.get(node);
    if (known) return known;
    const draft = this.#draft;
    const entry = job.entered + local;
    const group = draft.joins.length;
    const waits = new Map<number, number>();
    for (const edge of incomingOf(job.index, local)) {
      const place = draft.place(node, PLACE.join, group);
      waits.set(edge, place);
      // With one lane an `all` is never complete; with several this move is what a lane does at most.
      if (this.#lanes) draft.move(place, entry);
    }
    draft.joins.push({ node, kind, waits: [...waits.values()], to: entry });
    this.#waits.set(node, waits);
    return waits;
  }

  #joinOf(name: string, join: Join | undefined): 'any' | 'all' | 'active' {
    if (join === 'unknown') return this.#joins.get(name) ?? 'any';
    return join ?? 'any';
  }
}
