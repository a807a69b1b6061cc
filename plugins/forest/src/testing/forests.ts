/** Random small forests: every kind of test, ties, shared children, missing values, every label rule. */
import * as fc from 'fast-check';
import type { CellColumn, CellForest, CellTrees } from '../cells/index.js';
import { type Column, type Forest, LEAF, type Outcome, type Summation, TEST, type Trees } from '../model/index.js';

/** Thresholds: few, so that tests meet in them, and those at which arithmetic is odd. */
const THRESHOLDS = [0, -0, 0.5, 1, 2, 3, -1, 0.1, 1e-45, -1e-45, 16_777_216, 3.5e38, Number.NEGATIVE_INFINITY].map(
  Math.fround,
);

/** Weights: exact ones whose sums tie, and ones whose sums round. */
const WEIGHTS = [0, 0.125, 0.25, 0.5, 0.1, 0.2, 0.3, 1 / 3, 0.7, 1e-8, 5].map(Math.fround);

interface TreeSketch {
  /** A leaf, or a test over two of the nodes before it. */
  readonly nodes: readonly {
    readonly kind: number;
    readonly feature: number;
    readonly threshold: number;
    readonly members: readonly number[];
    readonly missingTrue: boolean;
    readonly left: number;
    readonly right: number;
    readonly votes: readonly (number | null)[];
  }[];
}

function treeSketches(features: number, targets: number, negative: boolean): fc.Arbitrary<TreeSketch> {
  const weight = fc
    .tuple(fc.constantFrom(...WEIGHTS), fc.boolean())
    .map(([size, minus]) => (negative && minus ? -size : size));
  const node = fc.record({
    kind: fc.oneof(
      { weight: 3, arbitrary: fc.constant<number>(LEAF) },
      { weight: 3, arbitrary: fc.constantFrom<number>(TEST.leq, TEST.lt) },
      { weight: 2, arbitrary: fc.constantFrom<number>(...Object.values(TEST)) },
    ),
    feature: fc.nat(features - 1),
    threshold: fc.constantFrom(...THRESHOLDS),
    members: fc.uniqueArray(fc.constantFrom(0, 1, 2, 3, 40, -1, 0.5), { minLength: 1, maxLength: 4 }),
    missingTrue: fc.boolean(),
    left: fc.nat(),
    right: fc.nat(),
    votes: fc.array(weight, { minLength: targets, maxLength: targets }),
  });
  return fc.array(node, { minLength: 1, maxLength: 12 }).map((nodes) => ({ nodes }));
}

/** Lays trees out in arrays. Children come before their parents in a sketch, so there is no cycle; the last node is the root. */
function laidOut(trees: readonly TreeSketch[], targets: number): Trees {
  const all = trees.flatMap(({ nodes }) => nodes);
  const members = new Map<number, Float64Array>();
  const roots: number[] = [];
  const [kind, missingTrue] = [new Uint8Array(all.length), new Uint8Array(all.length)];
  const [feature, whenTrue, whenFalse] = [0, 0, 0].map(() => new Int32Array(all.length).fill(-1)) as [
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
  ];
  const threshold = new Float64Array(all.length);
  const voteStart = new Int32Array(all.length + 1);
  const [voteTarget, voteWeight]: [number[], number[]] = [[], []];
  let at = 0;
  for (const { nodes } of trees) {
    const first = at;
    for (const [k, node] of nodes.entries()) {
      const leaf = k < 1 || node.kind === LEAF;
      kind[at] = leaf ? LEAF : node.kind;
      if (leaf) {
        for (let target = 0; target < targets; target++) {
          const weight = node.votes[target];
          if (weight === undefined || weight === null) continue;
          voteTarget.push(target);
          voteWeight.push(weight);
        }
      } else {
        feature[at] = node.feature;
        threshold[at] = node.kind === TEST.member || node.kind === TEST.wholeMember ? 0 : node.threshold;
        missingTrue[at] = node.missingTrue ? 1 : 0;
        whenTrue[at] = first + (node.left % k);
        whenFalse[at] = first + (node.right % k);
        const whole = node.kind === TEST.wholeMember;
        if (whole || node.kind === TEST.member)
          members.set(at, Float64Array.from(node.members, (value) => (whole ? Math.trunc(value) : value)).toSorted());
      }
      at++;
      voteStart[at] = voteTarget.length;
    }
    roots.push(at - 1);
  }
  return {
    roots: Int32Array.from(roots),
    kind,
    feature,
    threshold,
    missingTrue,
    whenTrue,
    whenFalse,
    members,
    voteStart,
    voteTarget: Int32Array.from(voteTarget),
    voteWeight: Float64Array.from(voteWeight),
  };
}

const OUTCOMES: readonly { readonly targets: number; readonly negative: boolean; readonly outcome: Outcome }[] = [
  { targets: 1, negative: true, outcome: { kind: 'regression', post: 'none' } },
  {
    targets: 1,
    negative: false,
    outcome: {
      kind: 'classes',
      labels: [0, 1],
      post: 'none',
      rule: { kind: 'one_column', above: 0.5, scores: 'complement' },
    },
  },
  {
    targets: 1,
    negative: true,
    outcome: {
      kind: 'classes',
      labels: ['no', 'yes'],
      post: 'none',
      rule: { kind: 'one_column', above: 0, scores: 'negated' },
    },
  },
  {
    targets: 1,
    negative: true,
    outcome: {
      kind: 'classes',
      labels: [0, 1],
      post: 'logistic',
      rule: { kind: 'one_column', above: 0, scores: 'logistic' },
    },
  },
  {
    targets: 2,
    negative: false,
    outcome: { kind: 'classes', labels: [0, 1], post: 'none', rule: { kind: 'second_positive' } },
  },
  {
    targets: 3,
    negative: true,
    outcome: {
      kind: 'classes',
      labels: ['a', 'b', 'c'],
      post: 'softmax',
      rule: { kind: 'first_maximum', over: 'sums' },
    },
  },
];

const summations = (targets: number, trees: number): fc.Arbitrary<Summation> =>
  fc
    .tuple(
      fc.constantFrom<Summation['arithmetic']>('float32', 'float32', 'float64'),
      fc.array(fc.constantFrom(0, 0, 0.1, -0.5).map(Math.fround), { minLength: targets, maxLength: targets }),
      fc.constantFrom<Summation['baseAt']>('start', 'end'),
      fc.constantFrom<Summation['aggregate']>('sum', 'sum', trees > 0 ? 'average' : 'sum'),
    )
    .map(([arithmetic, base, baseAt, aggregate]) => ({
      arithmetic,
      base: Float64Array.from(base),
      baseAt,
      aggregate,
      scores: 'float32',
    }));

const columnsOf = (count: number): readonly Column[] =>
  Array.from({ length: count }, (_, index) => ({ name: `x[${index}]`, input: 'x', index, type: 'float32' }));

/** Forests of 1 to 6 trees over 1 to 4 columns of float32, each feature the column itself. */
export const forests: fc.Arbitrary<Forest> = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(...OUTCOMES))
  .chain(([columns, { targets, negative, outcome }]) =>
    fc
      .array(treeSketches(columns, targets, negative), { minLength: 1, maxLength: 6 })
      .chain((sketches) =>
        summations(targets, sketches.length).map((summation) => ({ columns, targets, outcome, sketches, summation })),
      ),
  )
  .map(({ columns, targets, outcome, sketches, summation }) => ({
    source: { format: 'onnx' },
    columns: columnsOf(columns),
    features: columnsOf(columns).map((_, column) => ({ column, steps: [] })),
    trees: laidOut(sketches, targets),
    targets,
    summation,
    outcome,
  }));

/** Values at which a test may change: thresholds, their neighbours, and odd ones. */
export const values: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...THRESHOLDS),
  fc.constantFrom(...THRESHOLDS).chain((t) => fc.constantFrom(nextFloat(t, 1), nextFloat(t, -1))),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 2.5, 40, -1),
  fc.float(),
);

/** A record for a forest of `forests`. */
export const rowsOf = (forest: Forest): fc.Arbitrary<number[]> =>
  fc.array(values, { minLength: forest.columns.length, maxLength: forest.columns.length });

/** The neighbour of a float32 above (`way` 1) or below (-1). */
export function nextFloat(value: number, way: 1 | -1): number {
  if (Number.isNaN(value) || value === way * Number.POSITIVE_INFINITY) return value;
  const floats = new Float32Array([value]);
  const bits = new Int32Array(floats.buffer);
  if (value === 0) bits[0] = way > 0 ? 1 : 0x80_00_00_01 | 0;
  else bits[0] = element(bits, 0) + (value > 0 === way > 0 ? 1 : -1);
  return element(floats, 0);
}

function cellTrees(sketches: readonly TreeSketch[], cells: readonly number[], targets: number): CellTrees {
  const laid = laidOut(
    sketches.map(({ nodes }) => ({
      nodes: nodes.map((node) => ({ ...node, kind: node.kind === LEAF ? LEAF : TEST.leq })),
    })),
    targets,
  );
  const leaf = new Int32Array(laid.kind.length).fill(-1);
  const rows: number[] = [];
  const rank = new Int32Array(laid.kind.length);
  for (let node = 0; node < laid.kind.length; node++) {
    if (laid.kind[node] !== LEAF) {
      const among = Math.max(1, element(cells, element(laid.feature, node)) - 1);
      rank[node] = Math.abs(Math.trunc(element(laid.threshold, node) * 8)) % among || 0;
      continue;
    }
    leaf[node] = rows.length / targets;
    for (let target = 0; target < targets; target++)
      rows.push(element(laid.voteWeight, element(laid.voteStart, node) + target));
  }
  return {
    roots: laid.roots,
    column: laid.feature,
    rank,
    left: laid.whenTrue,
    right: laid.whenFalse,
    leaf,
    values: Float64Array.from(rows),
  };
}

/** Forests of 1 to 6 trees over columns of cells. */
export const cellForestsOver = (columns: readonly CellColumn[]): fc.Arbitrary<CellForest> =>
  fc.constantFrom(...OUTCOMES).chain(({ targets, negative, outcome }) =>
    fc.array(treeSketches(columns.length, targets, negative), { minLength: 1, maxLength: 6 }).chain((sketches) =>
      summations(targets, sketches.length).map((summation) => ({
        columns,
        trees: cellTrees(
          sketches,
          columns.map(({ cells }) => cells),
          targets,
        ),
        targets,
        summation,
        outcome,
      })),
    ),
  );

/** Forests over 1 to 4 columns of 2 to 7 cells, the values of cell k being 10 k to 10 k + 5. */
export const cellForests: fc.Arbitrary<CellForest> = fc
  .tuple(fc.array(fc.integer({ min: 2, max: 7 }), { minLength: 1, maxLength: 4 }), fc.boolean())
  .chain(([cells, missing]) =>
    cellForestsOver(
      cells.map((count, index) => ({
        name: `x[${index}]`,
        cells: count,
        low: Float64Array.from({ length: count }, (_, k) => (missing && k === count - 1 ? Number.NaN : 10 * k)),
        high: Float64Array.from({ length: count }, (_, k) => (missing && k === count - 1 ? Number.NaN : 10 * k + 5)),
        missing,
        spacing: 1,
      })),
    ),
  );

/** An element that is there. */
export function element(list: ArrayLike<number>, index: number): number {
  const value = list[index];
  if (value === undefined) throw new RangeError(`no element ${index} of ${list.length}`);
  return value;
}
