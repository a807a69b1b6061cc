import type { Value } from '../../values/value.js';
import type { Truth } from '../kleene.js';
import { cellsOf, type Cells } from './cells.js';
import type { SlotTest } from './slot-test.js';

/** A test of rule `rule` (a bit position). */
export interface PlacedTest {
  readonly rule: number;
  readonly test: SlotTest;
}

/**
 * What the value of one slot says about all rules at once, as bit sets by cell: which rules its tests leave possible,
 * and for which a test of it is undefined. A rule without a test of the slot is possible and not undefined.
 * See docs/adr/0023.
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
    const cells = cellsOf(tests.flatMap(({ test }) => test.constants));
    const { samples } = cells;
    this.cellOf = cells.cellOf;
    this.possible = new Uint32Array(samples.length * words);
    this.unknown = new Uint32Array(samples.length * words);
    this.tested = new Uint32Array(words);
    const sweep = new Sweep(words, samples.length);
    for (const { rule, test } of tests) {
      set(this.tested, rule >> 5, 1 << (rule & 31));
      let before: Truth = true;
      for (const cell of runsOf(test, cells)) {
        const truth = test.holds(samples[cell] as Value);
        sweep.change(cell, rule, before, truth);
        before = truth;
      }
    }
    sweep.run(this.possible, this.unknown);
  }

  /** Of its sets, in bytes. */
  get size(): number {
    return this.possible.byteLength + this.unknown.byteLength;
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

/** The first cell of every run of cells in which a test has one truth: they begin at its constants, and where a region does. */
function runsOf({ constants }: SlotTest, { samples, regions, cellOf }: Cells): Iterable<number> {
  const starts = new Set(regions);
  for (const constant of constants) {
    const cell = cellOf(constant);
    starts.add(cell);
    if (cell + 1 < samples.length) starts.add(cell + 1);
  }
  return Float64Array.from(starts).toSorted();
}

/**
 * Writes the sets of all cells in one pass over the cells. A test changes its truth only where a run of it begins, so
 * the work grows with the constants and the cells, not with tests times cells.
 */
class Sweep {
  /** Tests of each rule that are false, and that are undefined, at the cell at hand. */
  private readonly falses: Uint32Array;
  private readonly misses: Uint32Array;
  /** The last change at each cell, and for each change the one before it at the same cell; -1: none. */
  private readonly last: Int32Array;
  private readonly earlier: number[] = [];
  private readonly rules: number[] = [];
  private readonly falseBy: number[] = [];
  private readonly missBy: number[] = [];

  constructor(
    private readonly words: number,
    cells: number,
  ) {
    this.falses = new Uint32Array(words * 32);
    this.misses = new Uint32Array(words * 32);
    this.last = new Int32Array(cells).fill(-1);
  }

  change(cell: number, rule: number, before: Truth, truth: Truth): void {
    const falseBy = Number(truth === false) - Number(before === false);
    const missBy = Number(typeof truth === 'symbol') - Number(typeof before === 'symbol');
    if (falseBy === 0 && missBy === 0) return;
    this.earlier.push(this.last[cell] ?? -1);
    this.last[cell] = this.rules.length;
    this.rules.push(rule);
    this.falseBy.push(falseBy);
    this.missBy.push(missBy);
  }

  run(possible: Uint32Array, unknown: Uint32Array): void {
    const { words, falses, misses } = this;
    const [nowPossible, nowUnknown] = [new Uint32Array(words).fill(0xffffffff), new Uint32Array(words)];
    for (let cell = 0; cell < this.last.length; cell++) {
      for (let i = this.last[cell] ?? -1; i >= 0; i = this.earlier[i] ?? -1) {
        const rule = this.rules[i] as number;
        const isFalse = (falses[rule] = (falses[rule] as number) + (this.falseBy[i] as number)) > 0;
        const isMiss = (misses[rule] = (misses[rule] as number) + (this.missBy[i] as number)) > 0;
        put(nowPossible, rule, !isFalse);
        put(nowUnknown, rule, isMiss);
      }
      possible.set(nowPossible, cell * words);
      unknown.set(nowUnknown, cell * words);
    }
  }
}

function put(bits: Uint32Array, rule: number, on: boolean): void {
  const [word, bit] = [rule >> 5, 1 << (rule & 31)];
  bits[word] = on ? (bits[word] ?? 0) | bit : (bits[word] ?? 0) & ~bit;
}
