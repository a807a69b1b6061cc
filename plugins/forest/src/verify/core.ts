/**
 * The core of the checker: whether splits prove a statement. This file, and `rounding.ts` for how sums are rounded, are all that has to
 * be trusted for that. What the statement says of a model and a row is made without the certificate. See docs/adr/0168.
 *
 * A split halves a box of positions at one axis, so nothing is lost of it. Positions that bounds or values that follow exclude are taken
 * away. A box is closed where nothing is left of it, or where of each way to violate one claim holds in all of it.
 */
import type { Terms } from '../question/index.js';
import type { Bound, Following, Statement } from './normal-form.js';
import { added, type Claim, claimsOf, divisorOf } from './rounding.js';
import { Refused, type Step } from './steps.js';

/** First and last position of each axis. */
interface Box {
  readonly lo: number[];
  readonly hi: number[];
}

export class Core {
  /** Of each way to violate what shows that it fails. */
  readonly ways: readonly (readonly Claim[])[];

  constructor(private readonly said: Statement) {
    this.ways = said.ways.map((forms) => claimsOf(said.forests, forms));
  }

  /** Follows all splits. @returns how many boxes they close @throws Refused where they prove nothing */
  check(steps: Iterable<Step>): number {
    const { axes, orders, bounds, followings } = this.said;
    const open: Box[] = [{ lo: axes.map(() => 0), hi: axes.map(({ low }) => low.length - 1) }];
    let closed = 0;
    for (const step of steps) {
      const box = open.pop();
      if (box === undefined) throw new Refused('the certificate goes on after its end');
      const isEmpty = !this.narrowed(box, [...orders, ...bounds], followings);
      if (step.kind === 'split') {
        const halves = halved(box, step.axis, step.last);
        open.push(...(step.upperFirst ? halves : halves.toReversed()));
        continue;
      }
      closed += 1;
      if (isEmpty) continue;
      if (step.kind === 'empty') throw new Refused('a box that is said to be empty is not');
      if (!this.ways.every((way, at) => this.holds(way[step.claims[at]!]!, box)))
        throw new Refused('a box that is said to be closed is open');
    }
    if (open.length > 0) throw new Refused('the certificate ends too soon');
    return closed;
  }

  /** Takes positions away at the ends of a box until nothing there is excluded; false where nothing is left. */
  private narrowed(box: Box, bounds: readonly Bound[], followings: readonly Following[] = []): boolean {
    const size = (): number => total(box.hi) - total(box.lo);
    if (box.lo.some((from, axis) => from > box.hi[axis]!)) return false;
    for (let before = -1; before !== size();) {
      before = size();
      if (!bounds.every((bound) => bounded(box, bound))) return false;
      if (!followings.every((following) => this.follows(box, following))) return false;
    }
    return true;
  }

  /** Each operation is least and greatest where its operands are, but for a division by zero. */
  private follows(box: Box, { axis, operation, of, rounded }: Following): boolean {
    const { axes } = this.said;
    const [one, other] = of.map((each) => [axes[each]!.low[box.lo[each]!]!, axes[each]!.high[box.hi[each]!]!]);
    if (operation === 'ratio' && other![0]! <= 0 && other![1]! >= 0) return true;
    const ends = one!.flatMap((a) => other!.map((b) => rounded(OPERATIONS[operation](a, b))));
    const [least, most] = [Math.min(...ends), Math.max(...ends)];
    return trimmed(box, axis, (at) => axes[axis]!.high[at]! < least || axes[axis]!.low[at]! > most);
  }

  /** Whether a claim holds of every input of a box. */
  private holds({ terms, threshold, strict, base, margin, alike }: Claim, box: Box): boolean {
    const { forests } = this.said;
    const within = (most: number): boolean => (strict ? most <= threshold : most < threshold);
    const each = (own: Terms): number[] => {
      const trees = Math.max(...forests.map(({ roots }) => roots.length));
      return Array.from({ length: trees }, (_, tree) => this.most(own, tree, box));
    };
    const asAdded = (): boolean => within(total(terms.map((term) => added(forests[term.copy]!, term, each([term])))));
    if (terms.length === 1) return asAdded();
    const most = each(terms);
    if (within(most.reduce((sum, value) => sum + value, base) + margin)) return true;
    if (alike && within(0) && most.every((value) => value <= 0)) return true;
    return terms.length === 2 && asAdded();
  }

  /** The most that one tree of each forest can add to terms together; of one term before the division of an average. */
  private most(terms: Terms, tree: number, box: Box, leaves: readonly number[] = []): number {
    const { forests, orders } = this.said;
    const forest = forests[leaves.length];
    if (forest === undefined) return this.sum(terms, leaves);
    if (tree >= forest.roots.length || terms.every(({ copy }) => copy !== leaves.length))
      return this.most(terms, tree, box, [...leaves, -1]);
    const from = (node: number, within: Box): number => {
      const column = forest.column[node]!;
      if (column < 0) return this.most(terms, tree, within, [...leaves, forest.leaf[node]!]);
      const [axis, last] = [forest.axis[column]!, forest.last[column]![forest.rank[node]!]!];
      if (within.hi[axis]! <= last) return from(forest.left[node]!, within);
      if (within.lo[axis]! > last) return from(forest.right[node]!, within);
      const [lower, upper] = halved(within, axis, last);
      const moved = orders.filter(({ parts }) => parts.some((part) => part.axis === axis));
      const half = (child: number, own: Box): number =>
        moved.every((order) => bounded(own, order)) ? from(child, own) : -Infinity;
      return Math.max(half(forest.left[node]!, lower), half(forest.right[node]!, upper));
    };
    return from(forest.roots[tree]!, box);
  }

  /** What leaves add to terms; -1: a forest has no such tree. */
  private sum(terms: Terms, leaves: readonly number[]): number {
    return total(
      terms.map(({ copy, target, weight }) => {
        const [forest, leaf] = [this.said.forests[copy]!, leaves[copy]!];
        const value = leaf < 0 ? 0 : weight * forest.values[leaf * forest.targets + target]!;
        return terms.length === 1 ? value : value / divisorOf(forest);
      }),
    );
  }
}

const total = (parts: readonly number[]): number => parts.reduce((sum, each) => sum + each, 0);

const OPERATIONS = {
  ratio: (a: number, b: number): number => a / b,
  product: (a: number, b: number): number => a * b,
  sum: (a: number, b: number): number => a + b,
  difference: (a: number, b: number): number => a - b,
};

const halved = ({ lo, hi }: Box, axis: number, last: number): readonly [Box, Box] => [
  { lo: [...lo], hi: hi.with(axis, Math.min(hi[axis]!, last)) },
  { lo: lo.with(axis, Math.max(lo[axis]!, last + 1)), hi: [...hi] },
];

/** Takes away what is out at both ends of an axis. */
function trimmed({ lo, hi }: Box, axis: number, isOut: (at: number) => boolean): boolean {
  while (lo[axis]! <= hi[axis]! && isOut(lo[axis]!)) lo[axis]! += 1;
  while (lo[axis]! <= hi[axis]! && isOut(hi[axis]!)) hi[axis]! -= 1;
  return lo[axis]! <= hi[axis]!;
}

/** Rounded sums never fall where an operand grows: a position is out with which the least of all other axes is too much. */
function bounded(box: Box, { parts, most }: Bound): boolean {
  const least = parts.map(({ axis, least: of }) => of(box.lo[axis]!, box.hi[axis]!));
  return parts.every(({ axis, least: of }, part) =>
    trimmed(box, axis, (at) => total(least.with(part, of(at, at))) > most),
  );
}
