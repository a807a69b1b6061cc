/**
 * A network whose arcs carry one unit or any number. A smallest cut by shortest augmenting paths (Edmonds and Karp 1972): O(k E) for a cut of size k.
 * Nodes are numbered from 0.
 */
export class Flow {
  readonly #first: number[] = [];
  readonly #next: number[] = [];
  readonly #to: number[] = [];
  /** What is left of each arc; arc `a ^ 1` is its way back. */
  readonly #left: number[] = [];

  node(): number {
    this.#first.push(-1);
    return this.#first.length - 1;
  }

  /** Gives the number of the arc. `capacity`: 1 or Infinity. */
  arc(from: number, to: number, capacity: number): number {
    this.#half(from, to, capacity);
    this.#half(to, from, 0);
    return this.#to.length - 2;
  }

  #half(from: number, to: number, capacity: number): void {
    this.#to.push(to);
    this.#left.push(capacity);
    this.#next.push(this.#first[from] as number);
    this.#first[from] = this.#to.length - 1;
  }

  /**
   * Which of `units` (arcs of one unit) to cut, nearest to the sink, or else to the source; null: there is a way without any, or more than `most` would be needed.
   */
  cut(source: number, sink: number, units: readonly number[], most: number, late: boolean): number[] | null {
    for (let flow = 0; ; flow += 1) {
      const via = this.#augmenting(source, sink);
      if (via === null) break;
      if (flow === most) return null;
      let unit = false;
      for (let at = sink; at !== source;) {
        const arc = via[at] as number;
        unit ||= this.#left[arc] !== Infinity;
        this.#left[arc] = (this.#left[arc] as number) - 1;
        this.#left[arc ^ 1] = (this.#left[arc ^ 1] as number) + 1;
        at = this.#to[arc ^ 1] as number;
      }
      if (!unit) return null;
    }
    const near = this.#reaching(late ? sink : source, late);
    const [inner, outer] = late ? [0, 1] : [1, 0];
    return units.filter(
      (arc) => near[this.#to[arc ^ inner] as number] === 1 && near[this.#to[arc ^ outer] as number] === 0,
    );
  }

  /** The arc by which each node was reached on a shortest way; null when the sink is not. */
  #augmenting(source: number, sink: number): Int32Array | null {
    const via = new Int32Array(this.#first.length).fill(-1);
    const queue = [source];
    for (const at of queue)
      for (let arc = this.#first[at] as number; arc >= 0; arc = this.#next[arc] as number) {
        const to = this.#to[arc] as number;
        if ((this.#left[arc] as number) <= 0 || to === source || via[to] !== -1) continue;
        via[to] = arc;
        if (to === sink) return via;
        queue.push(to);
      }
    return null;
  }

  /** The nodes from which one can still be reached, or else those that it reaches. */
  #reaching(end: number, back: boolean): Uint8Array {
    const near = new Uint8Array(this.#first.length);
    near[end] = 1;
    const queue = [end];
    for (const at of queue)
      for (let arc = this.#first[at] as number; arc >= 0; arc = this.#next[arc] as number) {
        const other = this.#to[arc] as number;
        // The twin of an arc that leaves `at` is one that comes in.
        if (near[other] === 1 || (this.#left[back ? arc ^ 1 : arc] as number) <= 0) continue;
        near[other] = 1;
        queue.push(other);
      }
    return near;
  }
}
