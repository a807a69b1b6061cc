import type { FiredRule } from '../types.js';
import type { Frame } from '../frame.js';
import { type CompiledRule, judgeTests } from './rules.js';
import { type PlacedTest, SlotIndex } from './slot-index.js';
import { addTo } from '../../maps.js';

/**
 * The rules of one effect for one tool. Tests of one slot against constants are answered for all rules at once, one
 * look-up and a few bit operations per slot (bitmap intersection, as packet classifiers do: Lakshman and Stiliadis,
 * SIGCOMM 1998); only the rules that are left have their other tests run.
 */
export class RuleTable {
  private readonly indexes: readonly SlotIndex[];
  private readonly possible: Uint32Array;
  private readonly unknown: Uint32Array;

  constructor(private readonly rules: readonly CompiledRule[]) {
    const words = (rules.length + 31) >> 5;
    this.possible = new Uint32Array(words);
    this.unknown = new Uint32Array(words);
    this.indexes = bySlot(rules).map((tests) => new SlotIndex(tests, words));
  }

  /** Of its indexes, in bytes. */
  get size(): number {
    return this.indexes.reduce((sum, index) => sum + index.size, 0);
  }

  /**
   * Collects the rules that fire, in policy order. `onUndefined`: an undefined guard fires as well, as it does for
   * confirm and refuse.
   */
  collect(frame: Frame, onUndefined: boolean, fired: FiredRule[]): void {
    const { possible, unknown } = this;
    possible.fill(0xffffffff);
    unknown.fill(0);
    for (const index of this.indexes) {
      index.narrow(frame.values[index.slot] ?? frame.read(index.slot), possible, unknown);
      if (isEmpty(possible)) return;
    }
    for (let word = 0; word < possible.length; word++) {
      const open = unknown[word] as number;
      let left = onUndefined ? (possible[word] as number) : (possible[word] as number) & ~open;
      for (; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const rule = this.rules[word * 32 + bit];
        if (rule === undefined) break;
        const truth = judgeTests(rule.tests, frame);
        if (truth === false) continue;
        const certain = truth === true && (open & (1 << bit)) === 0;
        if (certain || onUndefined) fired.push({ rule: rule.id, cause: certain ? 'true' : 'undefined' });
      }
    }
  }
}

function isEmpty(bits: Uint32Array): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return false;
  return true;
}

/** The tests by slot, the slot that most rules test first. */
function bySlot(rules: readonly CompiledRule[]): readonly (readonly PlacedTest[])[] {
  const slots = new Map<number, PlacedTest[]>();
  rules.forEach(({ slotTests }, rule) => {
    for (const test of slotTests) addTo(slots, test.slot, { rule, test });
  });
  return [...slots.values()].toSorted((a, b) => b.length - a.length);
}
