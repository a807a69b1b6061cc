/** The cells of each column, and which of them a test holds of. */
import { featureOf, inColumn, testHolds, type Value } from '../evaluate/index.js';
import { type Column, type Feature, type Forest, LEAF, TEST } from '../model/index.js';
import type { CellColumn } from './cell-forest.js';
import type { ColumnDomain } from './domain.js';
import { type Segment, segmentsOf } from './segments.js';
import { lastWhere, type Space, spaceOf } from './space.js';

/** Which cells a test holds of: where its answer changes. Cells up to `ends[0]` answer `first`, those up to `ends[1]` the contrary, ... */
export interface Runs {
  readonly first: boolean;
  readonly ends: readonly number[];
}

/** A comparison: what is below `value`, or (`orAt`) at most it. */
interface Comparison {
  readonly value: number;
  readonly orAt: boolean;
}

/** The comparisons on which the answer of a test depends. */
function comparisonsOf(forest: Forest, node: number): readonly Comparison[] {
  const { kind, threshold, members } = forest.trees;
  const value = threshold[node] as number;
  const exactly = (point: number): readonly Comparison[] => [
    { value: point, orAt: false },
    { value: point, orAt: true },
  ];
  switch (kind[node]) {
    case TEST.leq:
    case TEST.gt: {
      return [{ value, orAt: true }];
    }
    case TEST.lt:
    case TEST.gte: {
      return [{ value, orAt: false }];
    }
    case TEST.member: {
      return [...(members.get(node) as Float64Array)].flatMap(exactly);
    }
    case TEST.wholeMember: {
      return [...(members.get(node) as Float64Array)].flatMap((whole) => [
        whole > 0 ? { value: whole, orAt: false } : { value: whole - 1, orAt: true },
        whole < 0 ? { value: whole, orAt: true } : { value: whole + 1, orAt: false },
      ]);
    }
    default: {
      return exactly(value);
    }
  }
}

/** A text that stands for those that no step knows. */
const OTHER = '\u0000';

/** One column of a forest and its cells. */
export abstract class CutColumn {
  abstract readonly cells: CellColumn;
  /** The runs of the test at a node. The node asks a feature of this column. */
  abstract runsOf(node: number): Runs;
  /** The cell of a value; -1 for one that the column cannot have. */
  abstract cellOf(value: Value): number;
  /** The value of a cell that is nearest to `near`. Null: any text that is no category. */
  abstract valueIn(cell: number, near?: Value): Value | null;
}

/** Runs of answers by cell. */
function runsAmong(cells: readonly number[], last: number, holds: (cell: number) => boolean): Runs {
  const ends: number[] = [];
  let first = false;
  let before = false;
  for (const [place, cell] of cells.entries()) {
    const found = holds(cell);
    if (place === 0) first = found;
    else if (found !== before) ends.push(cell - 1);
    before = found;
  }
  return { first, ends: [...ends, last] };
}

class Categories extends CutColumn {
  readonly cells: CellColumn;
  readonly #forest: Forest;
  readonly #values: readonly (Value | null)[];

  constructor(forest: Forest, column: Column, domain: ColumnDomain & { readonly type: 'categories' }) {
    super();
    this.#forest = forest;
    const numbers = domain.values.every((value) => typeof value === 'number');
    // Texts that a step knows are no other texts, whether or not they are listed.
    const known = domain.other ? textsKnown(forest, column) : [];
    const listed = numbers && !domain.other ? domain.values.toSorted((a, b) => a - b) : [...domain.values, ...known];
    this.#values = [...new Set(listed), ...(domain.other ? [null] : []), ...(domain.missing ? [Number.NaN] : [])];
    const places = Float64Array.from(this.#values, (value, place) =>
      typeof value === 'number' ? (inColumn(column, value) as number) : place,
    );
    this.cells = {
      name: column.name,
      cells: this.#values.length,
      low: places,
      high: places,
      missing: domain.missing,
      categories: this.#values,
      spacing: 1,
    };
  }

  runsOf(node: number): Runs {
    const feature = this.#forest.features[this.#forest.trees.feature[node] as number] as Feature;
    const all = Array.from({ length: this.cells.cells }, (_, cell) => cell);
    const column = this.#forest.columns[feature.column] as Column;
    return runsAmong(all, this.cells.cells - 1, (cell) =>
      testHolds(this.#forest.trees, node, featureOf(feature, inColumn(column, this.#values[cell] ?? OTHER))),
    );
  }

  cellOf(value: Value): number {
    const found = this.#values.findIndex((known) => Object.is(known, value) || known === value);
    return found === -1 && typeof value === 'string' ? this.#values.indexOf(null) : found;
  }

  valueIn(cell: number, near?: Value): Value | null {
    const value = this.#values[cell] ?? null;
    return value === null && typeof near === 'string' && !this.#values.includes(near) ? near : value;
  }
}

/** The keys of the maps that a column of texts goes through. */
const textsKnown = (forest: Forest, column: Column): readonly (string | number)[] =>
  forest.features
    .filter((feature) => forest.columns[feature.column] === column)
    .flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'map' ? step.from : [])));

/** A feature of a column, and where its comparisons change. */
interface Cuts {
  readonly feature: Feature;
  readonly segments: readonly Segment[];
  /** By comparison: the last value of each part before it changes. */
  readonly ends: Map<number, readonly number[]>;
  readonly endsAt: Map<number, readonly number[]>;
}

class Numbers extends CutColumn {
  readonly cells: CellColumn;
  readonly #forest: Forest;
  readonly #column: Column;
  readonly #space: Space;
  readonly #cuts = new Map<number, Cuts>();
  /** Runs of tests with one threshold: by feature, kind and way of the missing, by threshold. */
  readonly #known = new Map<number, Map<number, Runs>>();

  constructor(forest: Forest, column: Column, domain: ColumnDomain, space: Space, nodes: readonly number[]) {
    super();
    this.#forest = forest;
    this.#column = column;
    this.#space = space;
    const ends = new Set<number>([space.last]);
    // By feature and kind: thresholds that were seen to. Forests ask the same ones many times.
    const seen = new Map<number, Set<number>>();
    const { kind, feature, threshold } = forest.trees;
    for (const node of nodes) {
      const test = kind[node] as number;
      if (test !== TEST.member && test !== TEST.wholeMember) {
        const key = (feature[node] as number) * 16 + test;
        const known = seen.get(key) ?? new Set();
        if (known.has(threshold[node] as number)) continue;
        known.add(threshold[node] as number);
        seen.set(key, known);
      }
      for (const end of this.#endsOf(node)) ends.add(end);
    }
    for (const { segments } of this.#cuts.values()) for (const { high } of segments) ends.add(high);
    const high = [...ends].toSorted((a, b) => a - b);
    const low = high.map((_, cell) => (cell === 0 ? space.first : space.after(high[cell - 1] as number)));
    const missing = domain.missing ? [Number.NaN] : [];
    this.cells = {
      name: column.name,
      cells: high.length + missing.length,
      low: Float64Array.from([...low, ...missing]),
      high: Float64Array.from([...high, ...missing]),
      missing: domain.missing,
      spacing: space.spacing,
    };
  }

  #cutsOf(feature: number): Cuts {
    const known = this.#cuts.get(feature);
    if (known) return known;
    const asked = this.#forest.features[feature] as Feature;
    const made: Cuts = {
      feature: asked,
      segments: segmentsOf(this.#column, asked, this.#space),
      ends: new Map(),
      endsAt: new Map(),
    };
    this.#cuts.set(feature, made);
    return made;
  }

  #valueOf(feature: Feature, value: number): number {
    return featureOf(feature, inColumn(this.#column, value));
  }

  /** Last values before the answer of a node's test may change. */
  #endsOf(node: number): readonly number[] {
    const cuts = this.#cutsOf(this.#forest.trees.feature[node] as number);
    return comparisonsOf(this.#forest, node).flatMap((comparison) => this.#endsOfComparison(cuts, comparison));
  }

  #endsOfComparison(cuts: Cuts, { value, orAt }: Comparison): readonly number[] {
    const memo = orAt ? cuts.endsAt : cuts.ends;
    const known = memo.get(value);
    if (known) return known;
    const holds = (at: number): boolean => {
      const found = this.#valueOf(cuts.feature, at);
      return orAt ? found <= value : found < value;
    };
    const found = cuts.segments.flatMap(({ low, high }) => {
      const at = holds(low);
      if (holds(high) === at) return [];
      // Where a value is compared as it is, the end is known without a search.
      const near = cuts.feature.steps.length === 0 ? this.#space.floor(value) : Number.NaN;
      if (near >= low && near < high && holds(near) === at && holds(this.#space.after(near)) !== at) return [near];
      return [lastWhere(this.#space, low, high, (x) => holds(x) === at)];
    });
    memo.set(value, found);
    return found;
  }

  runsOf(node: number): Runs {
    const { kind, threshold, feature, missingTrue } = this.#forest.trees;
    const asked = feature[node] as number;
    const test = kind[node] as number;
    if (test === TEST.member || test === TEST.wholeMember) return this.#runs(node);
    const key = (asked * 16 + test) * 2 + (missingTrue[node] as number);
    let known = this.#known.get(key);
    if (!known) {
      known = new Map();
      this.#known.set(key, known);
    }
    const value = threshold[node] as number;
    const found = known.get(value) ?? this.#runs(node);
    known.set(value, found);
    return found;
  }

  #runs(node: number): Runs {
    const { feature, segments } = this.#cutsOf(this.#forest.trees.feature[node] as number);
    const count = this.cells.cells;
    const starts = [0, ...this.#endsOf(node).map((end) => this.cellOf(end) + 1)];
    if (segments.length > 1) starts.push(...segments.map(({ low }) => this.cellOf(low)));
    if (this.cells.missing) starts.push(count - 1);
    const cells = [...new Set(starts.filter((cell) => cell < count))].toSorted((a, b) => a - b);
    return runsAmong(cells, count - 1, (cell) =>
      testHolds(this.#forest.trees, node, this.#valueOf(feature, this.cells.low[cell] as number)),
    );
  }

  cellOf(value: Value): number {
    if (typeof value === 'string') return -1;
    const { low, high, missing, cells } = this.cells;
    if (Number.isNaN(value)) return missing ? cells - 1 : -1;
    const given = this.#space.spacing === 'float32' ? Math.fround(value) : value;
    let [first, last] = [0, cells - (missing ? 2 : 1)];
    while (first < last) {
      const middle = (first + last) >> 1;
      if ((high[middle] as number) < given) first = middle + 1;
      else last = middle;
    }
    const known = (low[first] as number) <= given && given <= (high[first] as number);
    return known && this.#space.floor(given) === given ? first : -1;
  }

  valueIn(cell: number, near?: Value): number {
    const [low, high] = [this.cells.low[cell] as number, this.cells.high[cell] as number];
    if (typeof near !== 'number' || Number.isNaN(near) || near <= low || Number.isNaN(low)) return low;
    if (near >= high) return high;
    const below = this.#space.floor(near);
    if (below < low) return low;
    if (below === near || below === high) return below;
    const above = this.#space.after(below);
    return near - below <= above - near ? below : above;
  }
}

/** Cuts a column by all tests of it. Nothing: the domain does not go with the type of the column, or is empty. */
export function cutColumn(
  forest: Forest,
  index: number,
  domain: ColumnDomain,
  nodes: readonly number[],
): CutColumn | undefined {
  const column = forest.columns[index] as Column;
  if ((domain.type === 'categories') !== (column.type === 'string') && domain.type !== 'categories') return undefined;
  if (domain.type === 'categories') {
    const texts = domain.values.some((value) => typeof value === 'string') || domain.other;
    if (texts !== (column.type === 'string') && (texts || domain.values.length === 0)) return undefined;
    if (column.type === 'string' && domain.missing) return undefined;
    if (column.type === 'string' && domain.values.some((value) => typeof value === 'number')) return undefined;
    return new Categories(forest, column, domain);
  }
  const space = spaceOf(domain);
  return space && new Numbers(forest, column, domain, space, nodes);
}

/** The nodes that ask each column, of all trees. */
export function nodesByColumn(forest: Forest): readonly (readonly number[])[] {
  const nodes: number[][] = forest.columns.map(() => []);
  for (let node = 0; node < forest.trees.kind.length; node++) {
    if (forest.trees.kind[node] === LEAF) continue;
    const feature = forest.features[forest.trees.feature[node] as number] as Feature;
    (nodes[feature.column] as number[]).push(node);
  }
  return nodes;
}
