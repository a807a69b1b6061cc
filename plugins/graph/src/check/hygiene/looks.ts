import { type ControlGraph, nodeName } from '../../lower/index.js';
import type { Reading, Readings } from '../reading.js';
import { lookAt } from './look.js';
import type { Look } from './seen.js';
import { type Twins, twinsOf } from './twins.js';

/** What runs come to under all readings of the unknown joins together: what is in none of them is in no run. */
export class Looks {
  readonly readings: readonly Reading[];
  /** Nodes, uses and instances have the same numbers in every reading. */
  readonly graph: ControlGraph;
  /** False where not every run was looked at: what no run was seen to come to is so for sure, and all else is not known. */
  readonly decided: boolean;
  /** False where it is not known of every node whether a run ends after it. */
  readonly endsDecided: boolean;
  readonly #each: readonly Look[];
  readonly #attempted: ReadonlySet<number>;
  readonly #twins: Twins | null;

  constructor({ all, whole }: Readings) {
    this.readings = all;
    this.graph = (all[0] as Reading).graph;
    this.#each = all.map(lookAt);
    this.decided = whole && this.#each.every(({ decided }) => decided);
    this.endsDecided = whole && this.#each.every(({ endsDecided }) => endsDecided);
    this.#twins = twinsOf(this.graph, (all[0] as Reading).index);
    const attempted = new Set<number>();
    all.forEach(({ index }, at) =>
      index.attemptOf.forEach((event, use) => {
        if (this.#happens(at, event)) attempted.add(use);
      }),
    );
    this.#attempted = attempted;
  }

  /** Of nodes with one name the one of which all is told. */
  isFirst(node: number): boolean {
    return this.#first(node) === node;
  }

  comesTo(node: number): boolean {
    const first = this.#first(node);
    return this.#each.some(({ comes }) => comes[first] === 1);
  }

  /** Some run comes to it, and none of those ends (S15). */
  isDead(node: number): boolean {
    const first = this.#first(node);
    return this.comesTo(first) && this.#each.every(({ ends }) => ends[first] !== 1);
  }

  /** Whether a way of calling a tool is tried in any run. */
  attempts(use: number): boolean {
    return this.#attempted.has(use);
  }

  /** Whether a run of one reading attempts a tool, an opaque node's runs included. */
  attemptsIn(reading: number, tool: string): boolean {
    const { index } = this.readings[reading] as Reading;
    return index.usesOf(tool).some((use) => this.#happens(reading, index.attemptOf[use] as number));
  }

  nameOf(node: number): string {
    return nodeName(this.graph, node);
  }

  #first = (node: number): number => this.#twins?.nodeOf[node] ?? node;

  #happens = (reading: number, event: number): boolean =>
    this.#each[reading]?.happens[this.#twins?.eventOf[event] ?? event] === 1;
}
