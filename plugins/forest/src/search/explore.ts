/**
 * Depth first through a region, with constant memory: a box is closed where no input of it can violate, else split. What is closed is
 * written down as it is met, so that the end of a search is its certificate. Where the nearest violation is sought, each one that is
 * found draws the radius in, and the search goes on with what is nearer.
 *
 * Certificate: boxes in the order of the walk. A split is `1 + 2 * (upper half first) + 4 * axis`, then its rank; then its two halves.
 * A closed box is `2 * code`: code 0, nothing within the region and the radius; code 1, each way to violate fails, and of each way that
 * has more than one form the number of the failed form follows.
 */
import { ByteReader, ByteWriter, DamagedBytes } from './bytes.js';
import { below } from './floats.js';
import type { Prices } from './prices.js';
import type { Witness } from '../question/index.js';
import type { Start } from './prepare.js';
import type { Task } from './task.js';
import { readWitness, writeWitness } from './witness.js';

export interface Exploration {
  readonly verdict: 'proved' | 'violated' | 'undecided';
  readonly nodes: number;
  /** Nothing but `witness` is nearer than this, once proved. */
  readonly radius: number;
  readonly witness?: Witness;
  readonly certificate?: Uint8Array;
  readonly resume?: Uint8Array;
}

interface Level {
  axis: number;
  rank: number;
  lowerFirst: boolean;
  second: boolean;
  mark: number;
  /** Radii to which the box of the half at work was clipped. */
  radii: number[];
}

export interface Limits {
  readonly prices?: Prices;
  readonly radius?: number;
  /** Go on for what is nearer. */
  readonly shrink?: boolean;
}

/** One search; `run` takes it as far as a budget allows, again and again. */
export class Explorer {
  private nodes = 0;
  private depth = 0;
  private readonly levels: Level[] = [];
  private writer = new ByteWriter();
  private radius: number;
  private readonly rootRadii: number[] = [];
  private witness: Witness | undefined;
  private began = false;
  private over = false;
  /** A box was left whose side conditions could not be decided. */
  private stuck = false;
  /** Each axis costs for itself, and none is narrowed with another: a box that was clipped holds nothing beyond the radius. */
  private readonly alone: boolean;

  constructor(
    private readonly task: Task,
    private readonly start: Start,
    private readonly how: Limits,
  ) {
    this.radius = how.radius ?? Infinity;
    this.alone = how.prices?.norm === 'max' && task.prepared.space.rules.length === 0;
  }

  run(budget: number): Exploration {
    const { task } = this;
    const { box, brancher } = task;
    const { prices, shrink = false } = this.how;
    task.stuck = false;
    if (!this.began) {
      this.began = true;
      if (!this.enterRoot()) return this.proved();
    }
    while (!this.over) {
      if (this.nodes >= budget) return { ...this.state('undecided'), resume: this.save() };
      this.nodes += 1;
      if (this.beyond()) this.writer.whole(0);
      else if (task.closed()) this.writeClosed();
      else if (task.violates(prices)) {
        const witness = task.witness(prices);
        if (prices === undefined || witness.distance! <= this.radius) {
          if (!shrink) {
            this.over = true;
            return { ...this.state('violated'), witness };
          }
          this.witness = witness;
          this.radius = below(witness.distance!);
          const radii = this.depth === 0 ? this.rootRadii : this.levels[this.depth - 1]!.radii;
          radii.push(this.radius);
          if (witness.distance! > 0 && prices!.clip(box, this.radius)) {
            box.settle();
            continue;
          }
          this.writer.whole(0);
        } else if (brancher.openTest(task.form) || brancher.apart(task.placing.ruled)) {
          if (this.descend()) continue;
        } else {
          // Values that meet the side conditions were found, but not near enough: there may be others.
          this.stuck = true;
          this.writer.whole(0);
        }
      } else if (task.decided) {
        this.stuck ||= task.stuck;
        this.writeClosed();
      } else if (this.descend()) continue;
      this.back();
    }
    return this.proved();
  }

  private proved(): Exploration {
    this.over = true;
    if (this.stuck) return this.state('undecided');
    return { ...this.state('proved'), certificate: this.writer.done() };
  }

  private state<V extends Exploration['verdict']>(
    verdict: V,
  ): { verdict: V; nodes: number; radius: number; witness?: Witness } {
    const { nodes, radius, witness } = this;
    return { verdict, nodes, radius, ...(witness === undefined ? {} : { witness }) };
  }

  /** Clips before anything is walked: a small radius should not cost a look at the whole space. */
  private enterRoot(): boolean {
    const { task, how } = this;
    const first = this.start.first.slice();
    const last = this.start.last.slice();
    const within = how.prices?.narrow(first, last, this.radius) ?? true;
    if (within && task.box.start(first, last, true)) return true;
    this.writer.whole(0);
    this.over = true;
    return false;
  }

  private writeClosed(): void {
    this.writer.whole(2);
    this.task.ways.forEach(({ forms }, way) => {
      if (forms.length > 1) this.writer.whole(this.task.failed[way]!);
    });
  }

  /** Splits as the brancher says and enters the first half; false where it is empty and so is the second. */
  private descend(): boolean {
    const { axis, rank, lowerFirst } = this.task.brancher;
    this.writer.whole(1 + (lowerFirst ? 0 : 2) + 4 * axis);
    this.writer.whole(rank);
    const level = (this.levels[this.depth] ??= { axis, rank, lowerFirst, second: false, mark: 0, radii: [] });
    level.axis = axis;
    level.rank = rank;
    level.lowerFirst = lowerFirst;
    level.second = false;
    level.mark = this.task.box.mark();
    level.radii.length = 0;
    this.depth += 1;
    if (this.enter(this.depth - 1, lowerFirst)) return true;
    this.writer.whole(0);
    return this.turn(level);
  }

  /** From the first half of a level to the second. */
  private turn(level: Level): boolean {
    this.task.box.undo(level.mark);
    level.second = true;
    level.radii.length = 0;
    if (this.enter(this.depth - 1, !level.lowerFirst)) return true;
    this.writer.whole(0);
    return false;
  }

  private enter(at: number, lower: boolean): boolean {
    const { axis, rank, radii } = this.levels[at]!;
    const { box } = this.task;
    const { prices } = this.how;
    if (!(lower ? box.narrow(axis, 0, rank) : box.narrow(axis, rank + 1, box.hi[axis]!))) return false;
    if (prices !== undefined) {
      radii.push(this.radius);
      if (!prices.clip(box, this.radius, this.alone && this.radius === this.clippedTo(at - 1) ? axis : -1))
        return false;
    }
    box.settle();
    return true;
  }

  /** Whether the box at work lies beyond the radius. Where axes cost for themselves it was clipped to it; but none may have a price. */
  private beyond(): boolean {
    const { prices } = this.how;
    if (prices === undefined || (this.alone && this.radius >= 0)) return false;
    const { lo, hi } = this.task.box;
    return prices.of(lo, hi) > this.radius;
  }

  /** Radius to which the box of a level was clipped last; -1: the root. */
  private clippedTo(at: number): number {
    return (at < 0 ? (this.rootRadii.at(-1) ?? this.how.radius) : this.levels[at]!.radii.at(-1)) ?? Infinity;
  }

  /** To the next half that has not been looked at. */
  private back(): void {
    while (this.depth > 0) {
      const level = this.levels[this.depth - 1]!;
      if (!level.second && this.turn(level)) return;
      this.task.box.undo(level.mark);
      this.depth -= 1;
    }
    this.over = true;
  }

  private save(): Uint8Array {
    const out = new ByteWriter();
    out.whole(this.nodes);
    out.float(this.radius);
    out.block(this.writer.done());
    const list = (radii: readonly number[]): void => {
      out.whole(radii.length);
      for (const radius of radii) out.float(radius);
    };
    list(this.rootRadii);
    out.whole(this.depth);
    for (let at = 0; at < this.depth; at += 1) {
      const { axis, rank, lowerFirst, second, radii } = this.levels[at]!;
      out.whole((lowerFirst ? 1 : 0) + (second ? 2 : 0) + 4 * axis);
      out.whole(rank);
      list(radii);
    }
    writeWitness(out, this.witness);
    return out.done();
  }

  /** Takes up what `save` wrote. Throws `DamagedBytes` where it is not of this question. */
  restore(bytes: Uint8Array): void {
    const { task } = this;
    const { box } = task;
    const read = new ByteReader(bytes);
    this.began = true;
    this.nodes = read.whole();
    const radius = read.float();
    this.writer = new ByteWriter(read.block());
    const list = (): number[] => Array.from({ length: read.whole() }, () => read.float());
    const rootRadii = list();
    if (!this.enterRoot()) throw new DamagedBytes('the region is empty');
    this.reclip(this.rootRadii, rootRadii, 0);
    const depth = read.whole();
    for (this.depth = 0; this.depth < depth; this.depth += 1) {
      const head = read.whole();
      const rank = read.whole();
      const radii = list();
      const axis = head >> 2;
      if (axis >= box.lo.length || rank >= box.space.axes[axis]!.cells.length)
        throw new DamagedBytes('no such axis or position');
      const level: Level = {
        axis,
        rank,
        lowerFirst: (head & 1) === 1,
        second: (head & 2) === 2,
        mark: box.mark(),
        radii: [],
      };
      this.levels[this.depth] = level;
      this.radius = radii[0] ?? Infinity;
      if (!this.enter(this.depth, level.lowerFirst !== level.second)) throw new DamagedBytes('an empty box is open');
      this.reclip(level.radii, radii, 1);
    }
    this.radius = radius;
    this.witness = readWitness(read, task.prepared);
    if (!read.ended) throw new DamagedBytes('more bytes than there should be');
  }

  private reclip(own: number[], radii: readonly number[], from: number): void {
    for (const radius of radii.slice(from)) {
      own.push(radius);
      if (this.how.prices === undefined || !this.how.prices.clip(this.task.box, radius))
        throw new DamagedBytes('an empty box is open');
      this.task.box.settle();
    }
  }
}
