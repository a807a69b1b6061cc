/**
 * The trees as far as a region reaches them: tests that it leaves open, and leaves. They are few and stand close together, where in the
 * whole trees the way is long. They are found, and each box there is worked on, by compiled code (`assembly/region.ts`). A search within
 * the region makes the same splits as over the whole trees: what a side of a test promises is what it did there, whatever the region
 * decides below it. See docs/adr/0174.
 */
import type { SearchForm } from './forms.js';
import { addressesOf } from './region-model.js';
import { type RegionMemory, regionMemory } from './region-memory.js';
import type { SearchTrees, WalkedTrees } from './trees.js';

/** Room for nodes that there is at first, and at most; never for more than this part of all nodes beyond the first. */
const ROOM = 1 << 11;
const MOST_ROOM = 1 << 15;
const PART = 0.25;

export class Region {
  /** Once a region was taken up. There is room for more nodes than it reaches. */
  memory!: RegionMemory;
  trees!: WalkedTrees;
  forms!: readonly SearchForm[];
  private room = ROOM;
  private readonly arrays: readonly (Int32Array | Float64Array)[];

  /** @param positions of all axes together */
  constructor(
    private readonly whole: SearchTrees,
    private readonly wholeForms: readonly SearchForm[],
    private readonly positions: number,
  ) {
    const ofForms = wholeForms.flatMap(({ most, mean, axis }) => [most, mean, axis]);
    this.arrays = [whole.axis, whole.rank, whole.right, whole.roots, ...ofForms];
  }

  /** Takes up a region, and the memory from whoever had it; false where it reaches too much, or the trees are too large. */
  reach(first: Int32Array, last: Int32Array): boolean {
    for (;;) {
      this.view(this.laidOut());
      const addresses = addressesOf(this.arrays);
      if (addresses === undefined) return false;
      // Memory may have grown.
      this.view(this.laidOut());
      if (this.memory.start(this, addresses, first, last)) return true;
      const room = 2 * this.room;
      if (room > MOST_ROOM || room > this.whole.axis.length * PART) return false;
      this.room = room;
    }
  }

  /** Brings the trees up to date after axes (as bits, modulo 32) were narrowed; gives how many places of the state were written. */
  settle(bits: number): number {
    return this.memory.settle(this, bits);
  }

  /** Takes back places of the state, given one after the other with what stood there. */
  undo(trail: Int32Array): void {
    this.memory.undo(this, trail);
  }

  /** What the best leaves of a form add to its base. */
  sum(form: number, base: number): number {
    return this.memory.sum(this, form, base);
  }

  /** Looks for a conflict between the best leaves of a form. */
  conflict(form: number, tiny: number): boolean {
    return this.memory.conflict(this, form, tiny);
  }

  private laidOut(): RegionMemory {
    const { whole, wholeForms, room, positions } = this;
    return regionMemory({
      axes: whole.byAxis.length,
      trees: whole.roots.length,
      forms: wholeForms.length,
      room,
      positions,
    });
  }

  private view(memory: RegionMemory): void {
    if (memory === this.memory) return;
    this.memory = memory;
    const { roots, axis, rank, right, parent } = memory;
    this.trees = { roots, axis, rank, right, parent, byAxis: this.whole.byAxis, depth: this.whole.depth };
    this.forms = this.wholeForms.map((form, index) => ({ ...form, ...memory.forms[index]! }));
  }
}
