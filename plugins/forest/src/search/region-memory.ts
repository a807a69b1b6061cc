/**
 * The memory in which compiled code (`assembly/region.ts`) works at a box over the trees of a region, as typed arrays. A thread has one:
 * whoever takes up a region last has it, and nobody else may go on with a search there.
 */
import { type BoxState, boxState, stateSize } from './box-state.js';
import { type RegionCode, regionCode } from './region-code.js';
import { keepAbove } from './region-model.js';

/** What the memory has room for. */
interface RegionSize {
  readonly axes: number;
  readonly trees: number;
  readonly forms: number;
  /** Nodes. */
  readonly room: number;
  /** Of all axes together. */
  readonly positions: number;
}

interface FormArrays {
  readonly most: Float64Array;
  readonly promise: Float64Array;
  readonly mean: Float64Array;
  readonly axis: Int32Array;
}

export class RegionMemory {
  readonly roots: Int32Array;
  readonly axis: Int32Array;
  readonly rank: Int32Array;
  readonly right: Int32Array;
  readonly parent: Int32Array;
  readonly forms: readonly FormArrays[];
  readonly box: BoxState;
  /** What `settle` wrote: place in the state and what stood there before. */
  readonly log: Int32Array;
  /** What the best leaves share; and the split that was found: axis, rank, 1 where the lower half comes first. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly split: Int32Array;
  /** Nodes of the whole trees, by those of the region. */
  readonly origin: Int32Array;
  private readonly whole: Int32Array;
  private readonly buffer: ArrayBuffer;
  private owner: object | undefined;

  constructor(
    private readonly code: RegionCode,
    readonly size: RegionSize,
  ) {
    const { axes, trees, forms, room } = size;
    const { buffer } = code.memory;
    this.buffer = buffer;
    const sums = trees * forms;
    const ints = (array: number, length: number, skip = 0): Int32Array =>
      new Int32Array(buffer, code.at(array) + 4 * skip, length);
    const floats = (array: number, length: number, skip = 0): Float64Array =>
      new Float64Array(buffer, code.at(array) + 8 * skip, length);
    this.axis = ints(0, room);
    this.rank = ints(1, room);
    this.right = ints(2, room);
    this.parent = ints(3, room);
    this.roots = ints(4, trees);
    this.forms = Array.from({ length: forms }, (_, form) => ({
      most: floats(5, room, form * room),
      promise: floats(6, room, form * room),
      mean: floats(7, room, form * room),
      axis: ints(8, room, form * room),
    }));
    this.box = boxState(axes, trees, ints(9, stateSize(axes, trees, forms)), floats(10, sums));
    this.log = ints(11, 2 * (trees + 2 * sums));
    this.from = ints(12, axes);
    this.to = ints(13, axes);
    this.split = ints(14, 3);
    this.whole = ints(15, 4 + 3 * forms);
    this.origin = ints(16, room);
  }

  get detached(): boolean {
    return this.buffer !== this.code.memory.buffer;
  }

  /**
   * Takes up a region; false where there is no room for what it reaches.
   * @param whole where the whole trees and forms lie
   */
  start(owner: object, whole: Int32Array, first: Int32Array, last: Int32Array): boolean {
    this.owner = owner;
    this.whole.set(whole);
    this.box.lo.set(first);
    this.box.hi.set(last);
    return this.code.start() !== 0;
  }

  settle(owner: object, bits: number): number {
    this.check(owner);
    return this.code.settle(bits);
  }

  conflict(owner: object, form: number, tiny: number): boolean {
    this.check(owner);
    return this.code.conflict(form, tiny) !== 0;
  }

  /** Takes back places of the state, given as `settle` logs them. */
  undo(owner: object, trail: Int32Array): void {
    this.check(owner);
    const { log } = this;
    for (let end = trail.length; end > 0;) {
      const begin = Math.max(0, end - log.length);
      log.set(trail.subarray(begin, end));
      this.code.undo((end - begin) / 2);
      end = begin;
    }
  }

  sum(owner: object, form: number, base: number): number {
    this.check(owner);
    return this.code.sum(form, base);
  }

  private check(owner: object): void {
    if (owner !== this.owner || this !== current) throw new Error('another search has the memory of regions');
  }
}

let current: RegionMemory | undefined;

/** The memory of this thread, laid out for so much. */
export function regionMemory(size: RegionSize): RegionMemory {
  const same = current !== undefined && fits(current.size, size);
  if (current !== undefined && same && !current.detached) return current;
  const code = regionCode();
  const { axes, trees, forms, room, positions } = size;
  if (!same) keepAbove(code.layOut(axes, trees, forms, room, positions));
  current = new RegionMemory(code, size);
  return current;
}

const fits = (one: RegionSize, other: RegionSize): boolean =>
  one.axes === other.axes &&
  one.trees === other.trees &&
  one.forms === other.forms &&
  one.room === other.room &&
  one.positions === other.positions;
