import { type Alphabet, ugliness } from './alphabet.js';
import type { Product } from './product.js';

/** Search order: fewer characters first, then more readable ones. */
const PER_CHARACTER = 64;

interface Node {
  readonly state: number;
  readonly text: string;
  readonly cost: number;
  /** `cost` plus the least that is still to come: the order of the queue. */
  readonly bound: number;
}

interface WordSearch {
  readonly words: readonly string[];
  /** True when every word of the vector was looked at: what was not taken does not exist. */
  readonly exhausted: boolean;
  /** Entries of the budget that were used. */
  readonly looked: number;
}

/**
 * The first `wanted` words with acceptance vector `vector` that `take` accepts, cheapest first. Looks at no more than
 * `budget` queue entries (A* with the exact remaining cost, so no time goes into branches that cannot end well).
 */
export function findWords(
  automaton: Product,
  alphabet: Alphabet,
  vector: number,
  wanted: number,
  budget: number,
  take: (word: string) => boolean,
): WordSearch {
  const price = alphabet.samples.map(([best]) => PER_CHARACTER + ugliness(best ?? 0));
  const remaining = remainingCost(automaton, vector, price);
  const queue = new Heap();
  const words: string[] = [];
  const seen = new Set<string>();
  let sampled = false;
  const start = remaining[0] ?? Infinity;
  if (start < Infinity) queue.push({ state: 0, text: '', cost: 0, bound: start });
  for (let looked = 0; looked < budget; looked++) {
    const node = queue.pop();
    if (!node) return { words, exhausted: !sampled, looked };
    if (automaton.vectorOf[node.state] === vector && !seen.has(node.text)) {
      seen.add(node.text);
      if (take(node.text)) words.push(node.text);
      if (words.length === wanted) return { words, exhausted: false, looked };
    }
    for (let cls = automaton.classes - 1; cls >= 0; cls--) {
      const state = automaton.next[node.state * automaton.classes + cls] ?? -1;
      const rest = state < 0 ? Infinity : (remaining[state] ?? Infinity);
      if (rest === Infinity) continue;
      sampled ||= alphabet.spelledOut[cls] !== true;
      for (const code of (alphabet.samples[cls] ?? []).toReversed()) {
        const cost = node.cost + PER_CHARACTER + ugliness(code);
        queue.push({ state, text: node.text + String.fromCodePoint(code), cost, bound: cost + rest });
      }
    }
  }
  return { words, exhausted: false, looked: budget };
}

/** Least cost from each state to a state of the vector (Bellman-Ford over a work list; prices are positive). */
function remainingCost(automaton: Product, vector: number, price: readonly number[]): Float64Array {
  const cost = new Float64Array(automaton.states).fill(Infinity);
  const sources: (readonly [number, number])[][] = Array.from({ length: automaton.states }, () => []);
  automaton.next.forEach((target, index) => {
    if (target < 0) return;
    const cls = index % automaton.classes;
    sources[target]?.push([(index - cls) / automaton.classes, price[cls] ?? Infinity]);
  });
  let queue: number[] = [];
  automaton.vectorOf.forEach((number, state) => {
    if (number !== vector) return;
    cost[state] = 0;
    queue.push(state);
  });
  while (queue.length > 0) {
    const changed = new Set<number>();
    for (const target of queue) {
      for (const [source, step] of sources[target] ?? []) {
        const through = (cost[target] ?? Infinity) + step;
        if (through >= (cost[source] ?? Infinity)) continue;
        cost[source] = through;
        changed.add(source);
      }
    }
    queue = [...changed];
  }
  return cost;
}

/** A binary heap by `bound`; ties go to the entry pushed last, so that one long word is finished before its equals are begun. */
class Heap {
  private readonly entries: { readonly node: Node; readonly order: number }[] = [];
  private pushed = 0;

  push(node: Node): void {
    const entry = { node, order: this.pushed++ };
    let at = this.entries.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.before(at, parent)) break;
      this.swap(at, parent);
      at = parent;
    }
  }

  pop(): Node | undefined {
    const top = this.entries[0];
    const last = this.entries.pop();
    if (!top || !last || this.entries.length === 0) return top?.node;
    this.entries[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      let least = at;
      if (left < this.entries.length && this.before(left, least)) least = left;
      if (left + 1 < this.entries.length && this.before(left + 1, least)) least = left + 1;
      if (least === at) return top.node;
      this.swap(at, least);
      at = least;
    }
  }

  private before(a: number, b: number): boolean {
    const left = this.entries[a];
    const right = this.entries[b];
    if (!left || !right) return false;
    return left.node.bound < right.node.bound || (left.node.bound === right.node.bound && left.order > right.order);
  }

  private swap(a: number, b: number): void {
    const left = this.entries[a];
    const right = this.entries[b];
    if (!left || !right) return;
    this.entries[a] = right;
    this.entries[b] = left;
  }
}
