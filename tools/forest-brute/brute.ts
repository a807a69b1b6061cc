/**
 * What a question means, by its words alone: every combination of cells is tried, every value of a cell is looked at, sums are added
 * one by one. Nothing here knows of bounds, boxes or the code of the search.
 */
import type { CellForest } from '@ostiary/forest/cells';
import type { Distance, Form, Region, Subject, Violation } from '@ostiary/forest/search';

/** One cell of one column, with the values in it that a region leaves. */
interface Choice {
  readonly cell: number;
  readonly values: readonly number[];
}

function choices(forest: CellForest, region: Region, column: number): Choice[] {
  const { cells, low, high, missing } = forest.columns[column]!;
  const conditions = region.columns.filter((each) => each.column === column);
  const allows = (cell: number, value: number): boolean =>
    conditions.every((each) => {
      if (each.cells !== undefined && !each.cells.includes(cell)) return false;
      const bounded = each.low !== undefined || each.high !== undefined || each.values !== undefined;
      if (Number.isNaN(value)) return each.missing === undefined ? !bounded : each.missing !== 'never';
      if (each.missing === 'only') return false;
      if (each.low !== undefined && value < each.low) return false;
      if (each.high !== undefined && value > each.high) return false;
      return each.values?.includes(value) ?? true;
    });
  const found: Choice[] = [];
  for (let cell = 0; cell < cells; cell += 1) {
    const values: number[] = [];
    if (missing && cell === cells - 1) values.push(NaN);
    else for (let value = low[cell]!; value <= high[cell]!; value += 1) values.push(value);
    const left = values.filter((value) => allows(cell, value));
    if (left.length > 0) found.push({ cell, values: left });
  }
  return found;
}

/** Leaf of a tree where each column has a cell. */
function leafOf({ trees }: CellForest, root: number, cells: readonly number[]): number {
  let node = root;
  while (trees.column[node]! >= 0)
    node = cells[trees.column[node]!]! <= trees.rank[node]! ? trees.left[node]! : trees.right[node]!;
  return trees.leaf[node]!;
}

/** Raw sums, as `Summation` words them; `order` is another order of the trees. */
export function sumsOf(forest: CellForest, cells: readonly number[], order?: readonly number[]): number[] {
  const { trees, targets, summation } = forest;
  const single = summation.arithmetic === 'float32';
  const round = (value: number): number => (single ? new Float32Array([value])[0]! : value);
  return Array.from({ length: targets }, (_, target) => {
    let sum = 0;
    if (summation.baseAt === 'start') sum = round(sum + summation.base[target]!);
    for (const tree of order ?? [...trees.roots.keys()])
      sum = round(sum + trees.values[leafOf(forest, trees.roots[tree]!, cells) * targets + target]!);
    if (summation.aggregate === 'average') sum = round(sum / trees.roots.length);
    if (summation.baseAt === 'end') sum = round(sum + summation.base[target]!);
    return sum;
  });
}

export function labelOf({ outcome }: CellForest, sums: readonly number[]): number {
  if (outcome.kind !== 'classes') throw new TypeError('no label');
  const { rule } = outcome;
  if (rule.kind === 'one_column') return sums[0]! > rule.above ? 1 : 0;
  if (rule.kind === 'second_positive') return sums[1]! > 0 ? 1 : 0;
  return sums.indexOf(Math.max(...sums));
}

/** An input (or a pair) by its cells, its sums, and what it costs at least. */
export interface Point {
  readonly cells: readonly (readonly number[])[];
  readonly sums: readonly (readonly number[])[];
  readonly cost: number;
  /** The first input: all values that it can have, column by column. */
  readonly values: readonly (readonly number[])[];
}

/** Whether the values of an input meet the side conditions of a region. */
export function meetsSides({ oneHot = [], linear = [], derived = [] }: Region, values: readonly number[]): boolean {
  const hot = oneHot.every(({ columns }) => {
    const own = columns.map((column) => values[column]!);
    return own.every((value) => value === 0 || value === 1) && own.filter((value) => value === 1).length === 1;
  });
  const below = linear.every(
    ({ terms, most }) => terms.reduce((sum, { column, weight }) => sum + weight * values[column]!, 0) <= most,
  );
  const follows = derived.every(({ column, operation, of: [one, other] }) => {
    const [a, b] = [values[one]!, values[other]!];
    const exact = operation === 'ratio' ? a / b : operation === 'product' ? a * b : operation === 'sum' ? a + b : a - b;
    return values[column] === Math.round(exact);
  });
  return hot && below && follows;
}

function* tuples(lists: readonly (readonly number[])[]): Generator<number[]> {
  if (lists.length === 0) {
    yield [];
    return;
  }
  for (const rest of tuples(lists.slice(0, -1))) for (const each of lists.at(-1)!) yield [...rest, each];
}

/** Inputs of a point that lie within a radius of norm `max`; without a distance, all of them. */
export function inputsOf({ values }: Point, within?: { distance: Distance; radius: number }): bigint {
  const near = values.filter((each) => within === undefined || costOf(within.distance, each) <= within.radius);
  return BigInt(near.length);
}

function columnCost(distance: Distance, column: number, value: number): number {
  const price = distance.prices.find((each) => each.column === column);
  if (price === undefined) return 0;
  const from = distance.from[column]!;
  const changed = Number.isNaN(value) ? !Number.isNaN(from) : value !== from;
  if (!changed) return 0;
  const rate = value > from ? price.up : price.down;
  let cost: number;
  if (Number.isNaN(value) || Number.isNaN(from)) cost = price.missing ?? Infinity;
  else cost = rate === 0 ? 0 : Math.abs(value - from) * rate;
  return distance.norm === 'count' && cost > 0 && cost < Infinity ? 1 : cost;
}

/** What an input costs under a distance. */
export function costOf(distance: Distance | undefined, values: readonly number[]): number {
  if (distance === undefined) return 0;
  const costs = values.map((value, column) => columnCost(distance, column, value));
  return distance.norm === 'max' ? Math.max(0, ...costs) : costs.reduce((sum, cost) => sum + cost, 0);
}

function* combined(lists: readonly (readonly Choice[])[]): Generator<Choice[]> {
  if (lists.length === 0) {
    yield [];
    return;
  }
  for (const rest of combined(lists.slice(0, -1))) for (const each of lists.at(-1)!) yield [...rest, each];
}

/** Every point of a subject. */
export function points(subject: Subject, distance?: Distance): Point[] {
  const { forest, secondForest = forest, region, second } = subject;
  const columns = forest.columns.map((_, column) => column);
  const apart = (column: number): 'free' | 'ordered' | 'reversed' | undefined =>
    second?.apart.find((each) => each.column === column)?.how;
  const both: Region = { columns: [...region.columns, ...(second?.region.columns ?? [])] };
  const firsts = columns.map((column) => choices(forest, apart(column) === undefined ? both : region, column));
  const known = new Map<string, number[]>();
  const summed = (of: CellForest, name: string, cells: readonly number[]): number[] => {
    const key = `${name}${cells.join()}`;
    const found = known.get(key) ?? sumsOf(of, cells);
    known.set(key, found);
    return found;
  };
  const found: Point[] = [];
  const shared = columns.filter((column) => apart(column) === undefined);
  const plain = ({ oneHot, linear, derived }: Region): boolean => (oneHot ?? linear ?? derived) === undefined;
  for (const one of combined(firsts)) {
    const cells = one.map(({ cell }) => cell);
    const values = [...tuples(one.map((choice) => choice.values))].filter((each) => meetsSides(region, each));
    if (values.length === 0) continue;
    const least = (of: readonly (readonly number[])[]): number => Math.min(...of.map((each) => costOf(distance, each)));
    if (second === undefined) {
      found.push({ cells: [cells], sums: [summed(forest, 'a', cells)], cost: least(values), values });
      continue;
    }
    const seconds = columns.map((column) =>
      shared.includes(column) ? [one[column]!] : choices(forest, second.region, column),
    );
    for (const other of combined(seconds)) {
      const others = other.map(({ cell }) => cell);
      // A second input: the shared values of the first, and values of its own.
      const beside = (first: readonly number[]): boolean => {
        const lists = columns.map((column) =>
          shared.includes(column)
            ? [first[column]!]
            : other[column]!.values.filter((value) => {
                const how = apart(column);
                if (how === 'ordered') return first[column]! <= value;
                return how === 'reversed' ? first[column]! >= value : true;
              }),
        );
        if (lists.some(({ length }) => length === 0)) return false;
        return plain(second.region) || [...tuples(lists)].some((each) => meetsSides(second.region, each));
      };
      const able = values.filter(beside);
      if (able.length > 0)
        found.push({
          cells: [cells, others],
          sums: [summed(forest, 'a', cells), summed(secondForest, 'b', others)],
          cost: least(able),
          values: able,
        });
    }
  }
  return found;
}

export function valueOf(form: Pick<Form, 'terms'>, sums: readonly (readonly number[])[]): number {
  return form.terms.reduce((sum, { copy, target, weight }) => sum + weight * sums[copy]![target]!, 0);
}

export function violates(violation: Violation, sums: readonly (readonly number[])[]): boolean {
  return violation.some((forms) =>
    forms.every((form) => {
      const value = valueOf(form, sums);
      return form.relation === '>' ? value > form.threshold : value >= form.threshold;
    }),
  );
}
