import type { BodyDraft } from './draft.js';

/** Nodes that a file does not have and its graph needs: behind an output that goes to several nodes, or to none. */
export class Junctions {
  #end: string | undefined;

  constructor(
    private readonly body: BodyDraft,
    /** Ids of nodes of the file that are not in the body yet. */
    private readonly reserved: (id: string) => boolean,
  ) {}

  /** Where an output leads: to its one target, to a fork of several, or to the end of its lane. */
  to(targets: readonly { readonly target: string; readonly pointer: string }[], id: string, pointer: string): string {
    const [only] = targets;
    if (!only) return this.end(pointer);
    if (targets.length === 1) return only.target;
    const fork = this.unused(id);
    this.body.node({ id: fork, kind: 'fork' }, pointer);
    for (const { target, pointer: at } of targets) this.body.edge({ source: fork, target }, at);
    return fork;
  }

  /** The node for lanes that end without one, where there is such a lane. */
  get ended(): string | undefined {
    return this.#end;
  }

  /** One node for all lanes that end without one. */
  end(pointer: string): string {
    if (this.#end === undefined) {
      this.#end = this.unused('end');
      this.body.node({ id: this.#end, kind: 'end' }, pointer);
    }
    return this.#end;
  }

  /** A node that goes to one of several, where the environment chooses. */
  anyOf(
    id: string,
    targets: readonly { readonly target: string; readonly pointer: string }[],
    pointer: string,
  ): string {
    const start = this.unused(id);
    this.body.node({ id: start, kind: 'start' }, pointer);
    for (const { target, pointer: at } of targets)
      this.body.edge({ source: start, target, guard: { choice: 'env' } }, at);
    return start;
  }

  private unused(id: string): string {
    let free = id;
    while (this.reserved(free) || this.body.has(free)) free += "'";
    return free;
  }
}
