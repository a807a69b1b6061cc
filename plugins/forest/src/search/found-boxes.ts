/** What was found as boxes of cells: each is made when it is asked for, so that very many take little room. */
import type { AllAnswer, ViolatingBox, ViolatingBoxes } from '../question/index.js';
import type { Found } from './found.js';
import type { PointCount } from './points.js';
import type { Space } from './space.js';

export class FoundBoxes implements ViolatingBoxes {
  private readonly order: Int32Array;
  /** How near the nearest is that is not told. */
  readonly leastUntold: number;
  private readonly lo: Int32Array;
  private readonly hi: Int32Array;

  /**
   * @param most that are told: the nearest
   * @param first and last position of every axis of the region
   */
  constructor(
    private readonly found: Found,
    most: number,
    private readonly space: Space,
    private readonly count: PointCount,
    first: Int32Array,
    last: Int32Array,
  ) {
    const order = found.nearestFirst();
    this.order = order.subarray(0, most);
    this.leastUntold = most < order.length ? found.distance(order[most]!) : Infinity;
    this.lo = first.slice();
    this.hi = last.slice();
  }

  get length(): number {
    return this.order.length;
  }

  at(place: number): ViolatingBox | undefined {
    const box = this.order[place];
    return box === undefined ? undefined : this.read(box);
  }

  *[Symbol.iterator](): Generator<ViolatingBox> {
    for (const box of this.order) yield this.read(box);
  }

  private read(box: number): ViolatingBox {
    const { found, lo, hi } = this;
    found.read(box, lo, hi);
    return {
      first: this.cells(lo),
      last: this.cells(hi),
      points: this.count.of(lo, hi),
      distance: found.distance(box),
    };
  }

  /** Inputs in all boxes. */
  points(): bigint {
    const { found, count, order, lo, hi } = this;
    return count.sum(this.length, lo, hi, (place) => found.read(order[place]!, lo, hi));
  }

  private cells(positions: Int32Array): Int32Array {
    const { axes, axisOf } = this.space;
    const own = axisOf[0];
    const cells = new Int32Array(own.length);
    for (let column = 0; column < own.length; column += 1)
      cells[column] = axes[own[column]!]!.cells[positions[own[column]!]!]!;
    return cells;
  }
}

/** Of a region without inputs. */
export const VACUOUS: AllAnswer = {
  verdict: 'vacuous',
  nodes: 0,
  boxes: [],
  given: 0,
  points: 0n,
  regionPoints: 0n,
  completeBelow: Infinity,
  resume: () => new Uint8Array(0),
};
