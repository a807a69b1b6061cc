import type { Value } from '../../values/value.js';
import { cellsOf } from './cells.js';
import type { SlotTest } from './slot-test.js';

/** A test of rule `rule` (a bit position). */
export interface PlacedTest {
  readonly rule: number;
  readonly test: SlotTest;
}

/**
 * What the value of one slot says about all rules at once, as bit sets by cell: which rules its tests leave possible,
 * and for which a test of it is undefined. A rule without a test of the slot is possible and not undefined.
 */
export class SlotIndex {
  readonly slot: number;
  /** Words per set; the sets of cell i begin at `i * words`. */
  private readonly possible: Uint32Array;
  private readonly unknown: Uint32Array;
  private readonly cellOf: (value: Value) => number;
  /** The rules with a test of the slot: all of them undefined when it has no value. */
  private readonly tested: Uint32Array;

  constructor(
    tests: readonly PlacedTest[],
    private readonly words: number,
  ) {
    this.slot = tests[0]?.test.slot ?? 0;
    const { samples, cellOf } = cellsOf(tests.flatMap(({ test }) => test.constants));
    this.cellOf = cellOf;
    this.possible = new Uint32Array(samples.length * words).fill(0xffffffff);
    this.unknown = new Uint32Array(samples.length * words);
    this.tested = new Uint32Array(words);
    for (const { rule, test } of tests) {
      const [word, bit] = [rule >> 5, 1 << (rule & 31)];
      set(this.tested, word, bit);
      samples.forEach((sample, cell) => {
        const truth = test.holds(sample);
        const at = cell * words + word;
        if (truth === false) this.possible[at] = (this.possible[at] ?? 0) & ~bit;
        else if (truth !== true) set(this.unknown, at, bit);
      });
    }
  }

  /** Takes out of `possible` the rules that the value rules out, adds to `unknown` those it leaves open. */
  narrow(value: Value | symbol, possible: Uint32Array, unknown: Uint32Array): void {
    if (typeof value === 'symbol') {
      for (let i = 0; i < this.words; i++) set(unknown, i, this.tested[i] ?? 0);
      return;
    }
    const from = this.cellOf(value) * this.words;
    for (let i = 0; i < this.words; i++) {
      possible[i] = (possible[i] as number) & (this.possible[from + i] as number);
      unknown[i] = (unknown[i] as number) | (this.unknown[from + i] as number);
    }
  }
}

function set(bits: Uint32Array, word: number, mask: number): void {
  bits[word] = (bits[word] ?? 0) | mask;
}
