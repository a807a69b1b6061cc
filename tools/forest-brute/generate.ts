/** Random small forests and questions about them. Everything follows from a seed. */
import type { CellForest } from '@ostiary/forest/cells';
import type { ColumnRegion, Distance, Region, Subject, Violation } from '@ostiary/forest/search';

/** Whole numbers below a bound, from a seed (mulberry32). */
export function dice(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

export type Dice = ReturnType<typeof dice>;

/** Each cell holds this many whole numbers. */
const WIDTH = 3;

function columns(roll: Dice): CellForest['columns'] {
  return Array.from({ length: 1 + roll(4) }, (_, index) => {
    const missing = roll(4) === 0;
    const valued = 1 + roll(4);
    const cells = valued + (missing ? 1 : 0);
    const value = (offset: number) =>
      Float64Array.from({ length: cells }, (__, cell) => (cell < valued ? cell * WIDTH + offset - 4 : NaN));
    return { name: `c${index}`, cells, low: value(0), high: value(WIDTH - 1), missing, spacing: 1 };
  });
}

/** Weights that tie, weights that round, and any. */
function weight(roll: Dice, kind: number, single: boolean): number {
  const round = single ? Math.fround : (value: number) => value;
  if (kind === 0) return [0, 0.25, 0.5, 1, -0.5, -0.25][roll(6)]!;
  if (kind === 1) return round((roll(21) - 6) / 10);
  if (kind === 2) return round([0.1, 1e-3, 1e6, -1e6, 3e-8, 0.7, 16777216][roll(7)]!);
  return round(roll(1000) / 700 - 0.5);
}

type Shape = Pick<CellForest, 'targets' | 'summation' | 'outcome'> & { kind: number };

function shape(roll: Dice, trees: number): Shape {
  const single = roll(5) > 0;
  const kind = roll(4);
  const rule = roll(5);
  const targets = rule < 2 ? 1 : rule === 2 ? 2 : rule === 3 ? 2 + roll(3) : 1 + roll(2);
  const base = Float64Array.from({ length: targets }, () => (roll(2) === 0 ? 0 : weight(roll, kind, single)));
  const labels = Array.from({ length: Math.max(2, targets) }, (_, i) => i);
  const above = roll(2) === 0 ? 0.5 : 0;
  const post = 'none' as const;
  const outcome: CellForest['outcome'] =
    rule < 2
      ? { kind: 'classes', labels, post, rule: { kind: 'one_column', above, scores: 'complement' } }
      : rule === 2
        ? { kind: 'classes', labels, post, rule: { kind: 'second_positive' } }
        : rule === 3
          ? { kind: 'classes', labels, post, rule: { kind: 'first_maximum', over: 'sums' } }
          : { kind: 'regression', post };
  const aggregate = trees > 0 && roll(4) === 0 ? 'average' : 'sum';
  return {
    targets,
    outcome,
    kind,
    summation: {
      arithmetic: single ? 'float32' : 'float64',
      base,
      baseAt: roll(2) === 0 ? 'start' : 'end',
      aggregate,
      scores: 'float32',
    },
  };
}

/** A forest over columns. Nodes of a tree may share children. */
function forestOver(
  roll: Dice,
  over: CellForest['columns'],
  like?: CellForest & { kind: number },
): CellForest & { kind: number } {
  const count = like?.trees.roots.length ?? 1 + roll(roll(3) === 0 ? 10 : 4);
  const { targets, summation, outcome, kind } = like ?? shape(roll, count);
  const nodes: { column: number; rank: number; left: number; right: number; leaf: number }[] = [];
  const values: number[] = [];
  const grow = (depth: number, own: number[]): number => {
    if (own.length > 0 && roll(6) === 0) return own[roll(own.length)]!;
    const column = roll(over.length);
    const { cells } = over[column]!;
    let node;
    if (depth === 0 || cells < 2 || roll(5) === 0) {
      node = { column: -1, rank: 0, left: -1, right: -1, leaf: values.length / targets };
      for (let i = 0; i < targets; i += 1) values.push(weight(roll, kind, summation.arithmetic === 'float32'));
    } else {
      const rank = roll(cells - 1);
      const left = grow(depth - 1, own);
      node = { column, rank, left, right: grow(depth - 1, own), leaf: -1 };
    }
    own.push(nodes.length);
    nodes.push(node);
    return nodes.length - 1;
  };
  const roots = Int32Array.from({ length: count }, () => grow(roll(5), []));
  const list = (key: 'column' | 'rank' | 'left' | 'right' | 'leaf') => Int32Array.from(nodes, (node) => node[key]);
  return {
    columns: over,
    targets,
    summation,
    outcome,
    kind,
    trees: {
      roots,
      column: list('column'),
      rank: list('rank'),
      left: list('left'),
      right: list('right'),
      leaf: list('leaf'),
      values: Float64Array.from(values),
    },
  };
}

function region(roll: Dice, over: CellForest['columns']): Region {
  const conditions: ColumnRegion[] = [];
  over.forEach(({ cells, missing }, column) => {
    if (roll(2) === 0) return;
    const low = roll(cells * WIDTH) - 4;
    const pick = roll(6);
    if (pick === 0) conditions.push({ column, low: low + 0.5 });
    else if (pick === 1) conditions.push({ column, low, high: low + roll(2 * WIDTH) });
    else if (pick === 2) conditions.push({ column, low: -2.5, ...(missing ? { missing: 'allowed' as const } : {}) });
    else if (pick === 3) conditions.push({ column, values: [low - 2, low, low + 5].filter(() => roll(4) > 0) });
    else if (pick === 4)
      conditions.push({ column, cells: Array.from({ length: cells }, (_, cell) => cell).filter(() => roll(3) > 0) });
    else conditions.push({ column, missing: missing && roll(3) === 0 ? 'only' : 'never' });
  });
  return { columns: conditions, ...(roll(4) === 0 ? sides(roll, over) : {}) };
}

/** Side conditions over a few columns. */
function sides(roll: Dice, over: CellForest['columns']): Partial<Region> {
  const some = over.map((_, column) => column).filter(() => roll(3) > 0);
  const pick = roll(4);
  if (pick < 2) return { oneHot: [{ columns: some.length > 0 ? some : [0] }] };
  if (pick === 2 || over.length < 3) {
    const linear = () => ({
      terms: some.map((column) => ({ column, weight: [1, -1, 2, 0.5][roll(4)]! })),
      most: roll(8) - 3,
    });
    return { linear: roll(3) === 0 ? [linear(), linear()] : [linear()] };
  }
  const operation = (['ratio', 'product', 'sum', 'difference'] as const)[roll(4)]!;
  return { derived: [{ column: 0, operation, of: [1, 2] }] };
}

/** A subject: one input, or two that share some columns, of one forest or of two. */
export function subject(roll: Dice): Subject & { readonly kind: number } {
  const over = columns(roll);
  const forest = forestOver(roll, over);
  const first = region(roll, over);
  const one = { forest, region: roll(4) === 0 ? { columns: [] } : first, kind: forest.kind };
  const pick = roll(5);
  if (pick < 2) return one;
  const two = pick === 2 ? { secondForest: forestOver(roll, over, roll(2) === 0 ? forest : undefined) } : {};
  const apart = over.flatMap((_, column) =>
    column === 0 || roll(4) === 0
      ? [{ column, how: (['free', 'free', 'ordered', 'reversed'] as const)[roll(4)]! }]
      : [],
  );
  const second = {
    region: roll(2) === 0 ? region(roll, over) : { columns: [] },
    apart: pick === 2 && roll(2) === 0 ? [] : apart,
  };
  return { ...one, ...two, second };
}

export function distance(roll: Dice, { forest: { columns: over }, second }: Subject): Distance {
  const price = () => [0, 0.1, 1, 1, 2.5, Infinity][roll(6)]!;
  return {
    norm: (['max', 'sum', 'count'] as const)[roll(3)]!,
    from: over.map(({ cells, missing }) => (missing && roll(4) === 0 ? NaN : roll(cells * WIDTH) - 4)),
    prices: over.flatMap((_, column) =>
      roll(8) === 0 || second?.apart.some((each) => each.column === column && each.how !== 'free')
        ? []
        : [{ column, up: price(), down: price(), ...(roll(2) === 0 ? { missing: price() } : {}) }],
    ),
  };
}

/** A threshold that sums come near to, or hit, or one that none or all exceed. */
export function threshold(roll: Dice, sums: readonly number[]): number {
  const near = sums[roll(sums.length)] ?? 0;
  return [near, 0, 0.5, near + 1e-7, near - 1e-7, near / 2, near, -Infinity, Infinity][roll(9)]!;
}

export type { Subject, Violation };
