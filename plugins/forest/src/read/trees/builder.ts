/** Trees node by node, for formats that say one tree after another. */
import { LEAF, TEST, type Trees } from '../../model/index.js';

export interface NewTest {
  readonly kind: number;
  readonly feature: number;
  readonly threshold: number;
  readonly missingTrue: boolean;
  readonly members?: Float64Array;
}

export class TreesBuilder {
  readonly #kind: number[] = [];
  readonly #feature: number[] = [];
  readonly #threshold: number[] = [];
  readonly #missing: number[] = [];
  readonly #true: number[] = [];
  readonly #false: number[] = [];
  readonly #members = new Map<number, Float64Array>();
  readonly #votes: (readonly [target: number, weight: number] | undefined)[] = [];
  readonly #roots: number[] = [];

  /** A node; its children are said by `link`. */
  test({ kind, feature, threshold, missingTrue, members }: NewTest): number {
    const node = this.#put(kind, feature, threshold, missingTrue ? 1 : 0);
    if (members) this.#members.set(node, members);
    return node;
  }

  leaf(target: number, weight: number): number {
    const node = this.#put(LEAF, -1, 0, 0);
    this.#votes[node] = [target, weight];
    return node;
  }

  link(node: number, whenTrue: number, whenFalse: number): void {
    this.#true[node] = whenTrue;
    this.#false[node] = whenFalse;
  }

  root(node: number): void {
    this.#roots.push(node);
  }

  #put(kind: number, feature: number, threshold: number, missing: number): number {
    this.#feature.push(feature);
    this.#threshold.push(threshold);
    this.#missing.push(missing);
    this.#true.push(-1);
    this.#false.push(-1);
    this.#votes.push(undefined);
    return this.#kind.push(kind) - 1;
  }

  done(): Trees {
    const voteStart = new Int32Array(this.#kind.length + 1);
    const votes = this.#votes.filter((vote) => vote !== undefined);
    for (const [node, vote] of this.#votes.entries())
      voteStart[node + 1] = (voteStart[node] as number) + (vote ? 1 : 0);
    return {
      roots: Int32Array.from(this.#roots),
      kind: Uint8Array.from(this.#kind),
      feature: Int32Array.from(this.#feature),
      threshold: Float64Array.from(this.#threshold),
      missingTrue: Uint8Array.from(this.#missing),
      whenTrue: Int32Array.from(this.#true),
      whenFalse: Int32Array.from(this.#false),
      members: this.#members,
      voteStart,
      voteTarget: Int32Array.from(votes, ([target]) => target),
      voteWeight: Float64Array.from(votes, ([, weight]) => weight),
    };
  }
}

/** The test of a set of categories: of the value without its fraction. */
export const setTest = (feature: number, categories: Iterable<number>): NewTest => ({
  kind: TEST.wholeMember,
  feature,
  threshold: 0,
  missingTrue: false,
  members: Float64Array.from(categories).toSorted(),
});
