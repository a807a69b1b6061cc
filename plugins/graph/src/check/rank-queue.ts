const BITS = 5;

/** A set of small numbers that gives the least one from a number on: bits, and bits of which words have bits. Every operation is of a few steps. */
export class RankQueue {
  readonly #levels: Int32Array[] = [];

  /** For numbers below `size`. */
  constructor(size: number) {
    for (let words = size; words > 1 || this.#levels.length === 0;) {
      words = Math.ceil(words / 32);
      this.#levels.push(new Int32Array(Math.max(1, words)));
    }
  }

  add(number: number): void {
    let at = number;
    for (const level of this.#levels) {
      const word = at >>> BITS;
      const before = level[word] as number;
      level[word] = before | (1 << (at & 31));
      if (before !== 0) return;
      at = word;
    }
  }

  /** Takes out the least number that is `from` or above; -1 where there is none. */
  take(from: number): number {
    const found = this.#find(from);
    if (found < 0) return -1;
    let at = found;
    for (const level of this.#levels) {
      const word = at >>> BITS;
      level[word] = (level[word] as number) & ~(1 << (at & 31));
      if (level[word] !== 0) break;
      at = word;
    }
    return found;
  }

  #find(from: number): number {
    let at = from;
    let depth = 0;
    for (; depth < this.#levels.length; depth += 1) {
      const level = this.#levels[depth] as Int32Array;
      const word = at >>> BITS;
      const rest = word < level.length ? (level[word] as number) & (-1 << (at & 31)) : 0;
      if (rest !== 0) {
        at = word * 32 + lowest(rest);
        break;
      }
      // Behind this word: the next level says where.
      at = word + 1;
    }
    if (depth === this.#levels.length) return -1;
    for (depth -= 1; depth >= 0; depth -= 1) at = at * 32 + lowest((this.#levels[depth] as Int32Array)[at] as number);
    return at;
  }
}

const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);
