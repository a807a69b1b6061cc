/** A forest and what its columns can be -> a forest over cells. */
import { type Answer, finished, outcomeOf, type Value } from '../evaluate/index.js';
import { type Feature, type Forest, LEAF } from '../model/index.js';
import type { CellForest, CellTrees } from './cell-forest.js';
import { cutColumn, type CutColumn, nodesByColumn, type Runs } from './columns.js';
import type { ColumnDomain } from './domain.js';

/** A forest over cells, and the way between values and cells. */
export class LoweredForest {
  readonly forest: CellForest;
  readonly #columns: readonly CutColumn[];

  constructor(forest: CellForest, columns: readonly CutColumn[]) {
    this.forest = forest;
    this.#columns = columns;
  }

  /** The cell that a value lies in; -1 for a value that the column cannot have. */
  cellOf(column: number, value: Value): number {
    return (this.#columns[column] as CutColumn).cellOf(value);
  }

  /** The value of a cell that is nearest to `near`, or else its first. Null: any text that is no category of the column. */
  valueIn(column: number, cell: number, near?: Value): Value | null {
    return (this.#columns[column] as CutColumn).valueIn(cell, near);
  }

  /** What the runtime answers to every record in these cells. */
  evaluate(cells: ArrayLike<number>): Answer {
    const { trees, targets, summation } = this.forest;
    const round = summation.arithmetic === 'float32' ? Math.fround : (value: number): number => value;
    const sums = summation.baseAt === 'start' ? Float64Array.from(summation.base) : new Float64Array(targets);
    for (const root of trees.roots) {
      let node = root;
      while (trees.leaf[node] === -1)
        node = (
          (cells[trees.column[node] as number] as number) <= (trees.rank[node] as number)
            ? trees.left[node]
            : trees.right[node]
        ) as number;
      const row = (trees.leaf[node] as number) * targets;
      for (let target = 0; target < targets; target++)
        sums[target] = round((sums[target] as number) + (trees.values[row + target] as number));
    }
    return outcomeOf(this.forest, finished(sums, { ...summation, trees: trees.roots.length }));
  }
}

export type Lowering =
  | { readonly ok: true; readonly lowered: LoweredForest }
  /** The domain of this column is empty, or of another kind than the column. */
  | { readonly ok: false; readonly column: number };

/** Lowers a forest, exactly: two records with the same cells reach the same leaves. `domains`: one for each column. */
export function lower(forest: Forest, domains: readonly ColumnDomain[]): Lowering {
  const nodes = nodesByColumn(forest);
  const columns: CutColumn[] = [];
  for (const column of forest.columns.keys()) {
    const domain = domains[column];
    const cut = domain && cutColumn(forest, column, domain, nodes[column] ?? []);
    if (!cut || cut.cells.cells === 0) return { ok: false, column };
    columns.push(cut);
  }
  const { targets, summation, outcome } = forest;
  const lowered: CellForest = {
    columns: columns.map(({ cells }) => cells),
    trees: lowerTrees(forest, columns),
    targets,
    summation,
    outcome,
  };
  return { ok: true, lowered: new LoweredForest(lowered, columns) };
}

/** Grows in place; a plain array of millions of numbers costs more. */
class Ints {
  #values = new Int32Array(1024);
  length = 0;

  push(value: number): number {
    if (this.length === this.#values.length) {
      const more = new Int32Array(this.length * 2);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.length] = value;
    return this.length++;
  }

  done(): Int32Array {
    return this.#values.slice(0, this.length);
  }
}

/** Children come before their parents. A test that always answers the same is its child; what no tree reaches is left out. */
function lowerTrees(forest: Forest, columns: readonly CutColumn[]): CellTrees {
  const { trees, features, targets } = forest;
  const out = { column: new Ints(), rank: new Ints(), left: new Ints(), right: new Ints(), leaf: new Ints() };
  const rows: number[] = [];
  const lowered = new Int32Array(trees.kind.length).fill(-1);
  const put = (column: number, rank: number, left: number, right: number, leaf: number): number => {
    out.column.push(column);
    out.rank.push(rank);
    out.left.push(left);
    out.right.push(right);
    return out.leaf.push(leaf);
  };
  const leafOf = (node: number): number => {
    const first = rows.length;
    for (let target = 0; target < targets; target++) rows.push(0);
    for (let vote = trees.voteStart[node] as number; vote < (trees.voteStart[node + 1] as number); vote++)
      rows[first + (trees.voteTarget[vote] as number)] = trees.voteWeight[vote] as number;
    return put(-1, 0, -1, -1, first / targets);
  };
  const testOf = (column: number, { first, ends }: Runs, whenTrue: number, whenFalse: number): number => {
    if (whenTrue === whenFalse) return whenTrue;
    const answers = ends.map((_, place) => (place % 2 === 0) === first);
    let node = answers.at(-1) === true ? whenTrue : whenFalse;
    for (let place = ends.length - 2; place >= 0; place--)
      node = put(column, ends[place] as number, answers[place] === true ? whenTrue : whenFalse, node, -1);
    return node;
  };
  const runsOf = (node: number): { readonly column: number; readonly runs: Runs } => {
    const { column } = features[trees.feature[node] as number] as Feature;
    return { column, runs: (columns[column] as CutColumn).runsOf(node) };
  };
  for (const root of trees.roots) {
    const open = [root];
    while (open.length > 0) {
      const node = open.at(-1) as number;
      if (lowered[node] !== -1) {
        open.pop();
        continue;
      }
      if (trees.kind[node] === LEAF) {
        lowered[node] = leafOf(node);
        continue;
      }
      const { column, runs } = runsOf(node);
      const always = runs.ends.length === 1;
      const [whenTrue, whenFalse] = [trees.whenTrue[node] as number, trees.whenFalse[node] as number];
      const needed = always ? [runs.first ? whenTrue : whenFalse] : [whenTrue, whenFalse];
      const waiting = needed.filter((child) => lowered[child] === -1);
      if (waiting.length > 0) open.push(...waiting);
      else
        lowered[node] = always
          ? (lowered[needed[0] as number] as number)
          : testOf(column, runs, lowered[whenTrue] as number, lowered[whenFalse] as number);
    }
  }
  return {
    roots: trees.roots.map((root) => lowered[root] as number),
    column: out.column.done(),
    rank: out.rank.done(),
    left: out.left.done(),
    right: out.right.done(),
    leaf: out.leaf.done(),
    values: Float64Array.from(rows),
  };
}
