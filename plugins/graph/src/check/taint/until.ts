import type { ControlGraph } from '../../lower/index.js';
import type { GraphBody } from '../../model/index.js';
import { type Meet, meetsOf } from './meets.js';

/**
 * The places where the branches of decisions meet, each with a number from 1; 0 is none. Of two that are in force for one lane the outer, which has the smaller number, holds
 * until after the inner: a lane remembers one.
 */
export class Untils {
  readonly #graph: ControlGraph;
  readonly #ids = new Map<string, number>();
  readonly #instances: number[] = [-1];
  readonly #meetsOf: (body: GraphBody) => readonly Meet[];

  /** `meets`: where the branches of each node of a body meet. */
  constructor(graph: ControlGraph, meets: (body: GraphBody) => readonly Meet[] = meetsOf) {
    this.#graph = graph;
    this.#meetsOf = meets;
    const levels = graph.instances.map(({ parent }) => parent);
    const level = (instance: number): number => {
      let above = 0;
      for (let at = levels[instance] as number; at >= 0; at = levels[at] as number) above += 1;
      return above;
    };
    const found = new Map<string, { instance: number; level: number; meet: Meet }>();
    graph.instances.forEach((_, instance) => {
      const above = level(instance);
      for (const node of this.#deciding(instance)) {
        const meet = this.#meet(instance, node);
        found.set(`${String(instance)}/${String(meet.node)}`, { instance, level: above, meet });
      }
    });
    const outerFirst = [...found].toSorted(
      ([, a], [, b]) => a.level - b.level || a.instance - b.instance || a.meet.depth - b.meet.depth,
    );
    for (const [key, { instance }] of outerFirst) {
      this.#ids.set(key, this.#instances.length);
      this.#instances.push(instance);
    }
  }

  /** How many there are, none included. */
  get count(): number {
    return this.#instances.length;
  }

  /** Where the branches meet that a node decides on; 0 for a node that decides nothing. */
  of(node: number): number {
    const instance = this.#graph.nodeInstance[node] as number;
    return this.#decides(node)
      ? (this.#ids.get(`${String(instance)}/${String(this.#meet(instance, node).node)}`) ?? 0)
      : 0;
  }

  /** The number of the meeting at a node; 0 where no branches do. */
  at(node: number): number {
    const instance = this.#graph.nodeInstance[node] as number;
    const { base } = this.#graph.instances[instance] as ControlGraph['instances'][number];
    return this.#ids.get(`${String(instance)}/${String(node - base)}`) ?? 0;
  }

  /** Whether the branches of a decision lie in an instance of a body, or in a body that it runs. */
  isWithin(until: number, instance: number): boolean {
    for (let at = this.#instances[until] as number; at >= 0; at = this.#graph.instances[at]?.parent ?? -1)
      if (at === instance) return true;
    return false;
  }

  readonly #meets = new Map<unknown, readonly Meet[]>();

  #meet(instance: number, node: number): Meet {
    const { body, base } = this.#graph.instances[instance] as ControlGraph['instances'][number];
    let meets = this.#meets.get(body);
    if (!meets) {
      meets = this.#meetsOf(body);
      this.#meets.set(body, meets);
    }
    return meets[node - base] as Meet;
  }

  readonly #choices = new Map<unknown, ReadonlySet<string>>();

  #deciding(instance: number): number[] {
    const { body, base } = this.#graph.instances[instance] as ControlGraph['instances'][number];
    return body.nodes.flatMap((_, index) => (this.#decides(base + index) ? [base + index] : []));
  }

  /** A node with several `success` edges decides, but for a fork, and for one that takes them all (S11). */
  #decides(node: number): boolean {
    const { body } = this.#graph.instances[
      this.#graph.nodeInstance[node] as number
    ] as ControlGraph['instances'][number];
    let deciding = this.#choices.get(body);
    if (!deciding) {
      const ways = new Map<string, { edges: number; guarded: boolean }>();
      for (const { source, on, guard } of body.edges) {
        if (on === 'error') continue;
        const { edges, guarded } = ways.get(source) ?? { edges: 0, guarded: false };
        ways.set(source, { edges: edges + 1, guarded: guarded || guard !== undefined });
      }
      deciding = new Set(
        body.nodes.flatMap(({ id, kind, concurrency }) => {
          const { edges, guarded } = ways.get(id) ?? { edges: 0, guarded: false };
          return edges > 1 && kind !== 'fork' && (concurrency !== 'all' || guarded) ? [id] : [];
        }),
      );
      this.#choices.set(body, deciding);
    }
    return deciding.has(this.#graph.nodes[node]?.id ?? '');
  }
}
