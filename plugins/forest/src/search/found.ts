/** Boxes that were found, packed: first and last position of each open axis, and the distance. */
import { type ByteReader, type ByteWriter, DamagedBytes } from './bytes.js';

/** What a run of `join` keeps from axis to axis. */
interface Joining {
  /** By box the sum of the parts of its hash; and the turn in which it last took in another, 0 for none. */
  readonly hashes: Int32Array;
  readonly changed: Int32Array;
  /** Boxes that others have taken in. They stay where they are until they are the greater part. */
  readonly gone: Uint8Array;
  /** Room for the hashes of a turn, without the axis at work. */
  readonly others: Int32Array;
  /** Room for the table of a turn. */
  readonly room: Int32Array;
  readonly turn: number;
}

/** So many boxes are joined, to make room, before they grow to more; then twice as many as are left. */
const ROOM = 1 << 16;

const SIEVE = 1 << 12;
const sieve = (hash: number): number => (Math.imul(hash, 0x9e37_79b1) >>> 20) & (SIEVE - 1);

export class Found {
  /** Boxes that were given, before any were joined. */
  given = 0;
  count = 0;
  private ends = new Int32Array(0);
  private far = new Float64Array(0);
  /** When so many are there they are joined: that hangs on what was added alone, and on no budget. */
  private room = ROOM;
  private readonly axes: Int32Array;

  /** @param first and last position of every axis: where they are one, no box differs */
  constructor(
    private readonly first: Int32Array,
    private readonly last: Int32Array,
  ) {
    this.axes = first.map((_, axis) => axis).filter((axis) => first[axis]! < last[axis]!);
  }

  add(lo: Int32Array, hi: Int32Array, distance: number): void {
    const { axes } = this;
    const width = 2 * axes.length;
    if (this.count === this.far.length) {
      const room = Math.max(64, 2 * this.count);
      const [ends, far] = [new Int32Array(room * width), new Float64Array(room)];
      ends.set(this.ends);
      far.set(this.far);
      [this.ends, this.far] = [ends, far];
    }
    const start = this.count * width;
    for (let d = 0; d < axes.length; d += 1) {
      this.ends[start + 2 * d] = lo[axes[d]!]!;
      this.ends[start + 2 * d + 1] = hi[axes[d]!]!;
    }
    this.far[this.count] = distance;
    this.count += 1;
    this.given += 1;
    if (this.count < this.room) return;
    this.join();
    this.room = Math.max(ROOM, 2 * this.count);
  }

  /** The same boxes, to be joined apart from these. */
  copy(): Found {
    const copy = new Found(this.first, this.last);
    [copy.given, copy.count, copy.room] = [this.given, this.count, this.room];
    copy.ends = this.ends.slice(0, this.count * 2 * this.axes.length);
    copy.far = this.far.slice(0, this.count);
    return copy;
  }

  /** Of each box the axes along which it is narrower than the region: they are few. */
  write(out: ByteWriter): void {
    const { axes, ends, far, first, last } = this;
    for (const number of [this.given, this.room, this.count]) out.whole(number);
    for (let box = 0; box < this.count; box += 1) {
      const start = box * 2 * axes.length;
      const narrow = [];
      for (let d = 0; d < axes.length; d += 1) {
        const [low, high] = [ends[start + 2 * d]!, ends[start + 2 * d + 1]!];
        if (low > first[axes[d]!]! || high < last[axes[d]!]!) narrow.push(d, low, high - low);
      }
      out.whole(narrow.length / 3);
      for (const number of narrow) out.whole(number);
      out.float(far[box]!);
    }
  }

  /** @throws DamagedBytes where the bytes are not of boxes within these positions */
  static read(read: ByteReader, first: Int32Array, last: Int32Array): Found {
    const found = new Found(first, last);
    const [given, room, count] = [read.whole(), read.whole(), read.whole()];
    const [lo, hi] = [first.slice(), last.slice()];
    found.room = Infinity;
    for (let box = 0; box < count; box += 1) {
      lo.set(first);
      hi.set(last);
      for (let narrow = read.whole(); narrow > 0; narrow -= 1) {
        const axis = found.axes[read.whole()];
        const low = read.whole();
        const high = low + read.whole();
        if (axis === undefined || low < first[axis]! || high > last[axis]!) throw new DamagedBytes('no such positions');
        [lo[axis], hi[axis]] = [low, high];
      }
      found.add(lo, hi, read.float());
    }
    [found.given, found.room] = [given, room];
    return found;
  }

  /** Joins boxes that meet along one axis and are alike in all others, until no two do. */
  join(): void {
    const { axes } = this;
    if (this.count < 2) return;
    const hashes = new Int32Array(this.count);
    for (let box = 0; box < this.count; box += 1)
      for (let d = 0; d < axes.length; d += 1) hashes[box]! += this.hashOf(box, d);
    const changed = new Int32Array(this.count);
    const gone = new Uint8Array(this.count);
    const others = new Int32Array(this.count);
    const room = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.count + 2)));
    let left = this.count;
    // An axis is looked at again until all have been without a box that was joined.
    for (let turn = 1, idle = 0; idle < axes.length; turn += 1) {
      const joined = this.joinAlong((turn - 1) % axes.length, { hashes, changed, gone, others, room, turn });
      left -= joined;
      idle = joined === 0 ? idle + 1 : 1;
      if (left * 2 < this.count) this.keep(gone, hashes, changed);
    }
    if (left < this.count) this.keep(gone, hashes, changed);
  }

  /** A part of a box's hash; the parts are added, so that one is taken away again for all boxes that differ there only. */
  private hashOf(box: number, d: number): number {
    const at = 2 * (box * this.axes.length + d);
    const mixed = Math.imul(this.ends[at]! + Math.imul(this.ends[at + 1]!, 0x9e37_79b1) + d * 0x7feb_352d, 0x85eb_ca6b);
    return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d);
  }

  /** Joins boxes that meet along one axis; gives how many have gone into others. */
  private joinAlong(d: number, { hashes, changed, gone, others, room, turn }: Joining): number {
    const { axes, ends, far, first, last, count } = this;
    const width = 2 * axes.length;
    const [least, most] = [first[axes[d]!]!, last[axes[d]!]!];
    const low = 2 * d;
    const high = low + 1;
    let meets = false;
    for (let box = 0; box < count && !meets; box += 1) meets = ends[box * width + low]! > least;
    if (!meets) return 0;
    for (let box = 0; box < count; box += 1) others[box] = hashes[box]! - this.hashOf(box, d);
    // Since this axis was last looked at boxes have changed: only such, and those that may meet one, are looked at again.
    const since = turn - axes.length;
    const takesPart = since < 1 ? undefined : this.besideChanged(others, changed, gone, since);
    if (takesPart === 'none') return 0;
    const size = 2 ** Math.ceil(Math.log2(2 * (takesPart?.count ?? count) + 2));
    /** One more than the number of a box, by where it ends along the axis and by all its other ends. */
    const slots = room.subarray(0, size).fill(0);
    const slotOf = (box: number, end: number): number => {
      const start = box * width;
      const hash = Math.imul(others[box]! ^ Math.imul(end + 1, 0x9e37_79b1), 0x85eb_ca6b);
      let slot = (hash ^ (hash >>> 13)) & (size - 1);
      for (; ; slot = (slot + 1) & (size - 1)) {
        const other = slots[slot]! - 1;
        if (other < 0) return slot;
        const row = other * width;
        if (ends[row + high] !== end) continue;
        let at = 0;
        while (at < width && (at === low || at === high || ends[row + at] === ends[start + at])) at += 1;
        if (at === width) return slot;
      }
    };
    for (let box = 0; box < count; box += 1) {
      if (gone[box] === 1 || (takesPart !== undefined && takesPart.has[box] === 0)) continue;
      const end = ends[box * width + high]!;
      if (end < most) slots[slotOf(box, end)] = box + 1;
    }
    let joined = 0;
    for (let box = 0; box < count; box += 1) {
      if (gone[box] === 1 || (takesPart !== undefined && takesPart.has[box] === 0)) continue;
      const start = box * width;
      const was = joined;
      // What comes before a box may in turn follow another.
      while (ends[start + low]! > least) {
        const before = slots[slotOf(box, ends[start + low]! - 1)]! - 1;
        if (before < 0) break;
        ends[start + low] = ends[before * width + low]!;
        if (far[before]! < far[box]!) far[box] = far[before]!;
        gone[before] = 1;
        joined += 1;
      }
      if (joined === was) continue;
      hashes[box] = others[box]! + this.hashOf(box, d);
      changed[box] = turn;
    }
    return joined;
  }

  /** Boxes that may be alike in all ends but two to one that changed since a turn; 'none' where none has. */
  private besideChanged(
    others: Int32Array,
    changed: Int32Array,
    gone: Uint8Array,
    since: number,
  ): { readonly has: Uint8Array; readonly count: number } | 'none' {
    const { count } = this;
    const marked = new Uint8Array(SIEVE);
    let any = false;
    for (let box = 0; box < count; box += 1) {
      if (gone[box] === 1 || changed[box]! < since) continue;
      marked[sieve(others[box]!)] = 1;
      any = true;
    }
    if (!any) return 'none';
    const has = new Uint8Array(count);
    let found = 0;
    for (let box = 0; box < count; box += 1) {
      has[box] = marked[sieve(others[box]!)]!;
      found += has[box]!;
    }
    return { has, count: found };
  }

  /** Takes the boxes away that have gone into others. */
  private keep(gone: Uint8Array, hashes: Int32Array, changed: Int32Array): void {
    const { ends, far, count } = this;
    const width = 2 * this.axes.length;
    let to = 0;
    for (let box = 0; box < count; box += 1) {
      if (gone[box] === 1) continue;
      if (to < box) {
        for (let at = 0; at < width; at += 1) ends[to * width + at] = ends[box * width + at]!;
        far[to] = far[box]!;
        hashes[to] = hashes[box]!;
        changed[to] = changed[box]!;
      }
      to += 1;
    }
    gone.fill(0, 0, to);
    this.count = to;
  }

  /** Numbers of the boxes, nearest first; of equally near ones those that were found first. */
  nearestFirst(): Int32Array {
    const { far, count } = this;
    const distances = far.subarray(0, count).toSorted();
    let distinct = 0;
    for (let at = 0; at < count; at += 1)
      if (at === 0 || distances[at] !== distances[at - 1]) {
        distances[distinct] = distances[at]!;
        distinct += 1;
      }
    // Few prices of cells make few distances: boxes are counted by them.
    const next = new Int32Array(distinct + 1);
    const rankOf = new Int32Array(count);
    for (let box = 0; box < count; box += 1) {
      let [low, high] = [0, distinct - 1];
      while (low < high) {
        const half = (low + high) >> 1;
        if (distances[half]! < far[box]!) low = half + 1;
        else high = half;
      }
      rankOf[box] = low;
      next[low + 1]! += 1;
    }
    for (let rank = 0; rank < distinct; rank += 1) next[rank + 1]! += next[rank]!;
    const order = new Int32Array(count);
    for (let box = 0; box < count; box += 1) {
      const rank = rankOf[box]!;
      order[next[rank]!] = box;
      next[rank]! += 1;
    }
    return order;
  }

  distance(box: number): number {
    return this.far[box]!;
  }

  /** Writes the positions of a box on its open axes; the others are left as they are. */
  read(box: number, lo: Int32Array, hi: Int32Array): void {
    const { axes, ends } = this;
    const start = box * 2 * axes.length;
    for (let d = 0; d < axes.length; d += 1) {
      lo[axes[d]!] = ends[start + 2 * d]!;
      hi[axes[d]!] = ends[start + 2 * d + 1]!;
    }
  }
}
