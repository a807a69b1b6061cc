import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellForest } from '../cells/index.js';
import { auditOf, type Cells, finish, sumsOf, vocabularyOf } from '../testing/audits.js';
import { runs } from '../../../../tools/testing/runs.js';
import { cellForests } from '../testing/forests.js';
import type { Vocabulary } from '../table/index.js';
import type { CaseResult } from './result.js';

/** Models whose scores are their sums, or one less them. */
const models = cellForests.filter(
  ({ outcome }) =>
    outcome.post === 'none' &&
    (outcome.kind === 'regression' || outcome.rule.kind === 'second_positive' || outcome.rule.kind === 'one_column'),
);

/** Values of cell k are 10 k to 10 k + 5. */
const valueOf = ({ columns }: CellForest, column: number, cell: number): number =>
  columns[column]?.missing === true && cell === columns[column].cells - 1 ? Number.NaN : 10 * cell;

/** Every input there is. */
function* inputs({ columns }: CellForest): Generator<number[]> {
  const cells = columns.map(() => 0);
  for (;;) {
    yield [...cells];
    let at = 0;
    while (at < cells.length && cells[at] === (columns[at]?.cells ?? 0) - 1) cells[at++] = 0;
    if (at === cells.length) return;
    cells[at] = (cells[at] ?? 0) + 1;
  }
}

const asked = (
  forest: CellForest,
  row: Readonly<Record<string, string>>,
  record: Cells | null,
  version?: CellForest,
): Promise<CaseResult> =>
  auditOf(forest, {
    row,
    ...(record && { record: record.map((cell, column) => valueOf(forest, column, cell)) }),
    ...(version && { version }),
  });

/** A model, and an input of it. */
const withRecord = models.chain((forest) =>
  fc.record({
    forest: fc.constant(forest),
    record: fc.tuple(...forest.columns.map(({ cells }) => fc.integer({ min: 0, max: cells - 1 }))),
  }),
);
const labelled = withRecord.filter(({ forest }) => forest.outcome.kind === 'classes');
const RUNS = { numRuns: runs(60) };

const label = (forest: CellForest, cells: Cells): string => String(finish(forest, sumsOf(forest, cells)).label);
const scoreOf = (forest: CellForest, cells: Cells): number => {
  const { scores, sums } = finish(forest, sumsOf(forest, cells));
  return ((forest.outcome.kind === 'regression' ? sums[0] : scores[1]) ?? Number.NaN) + 0;
};
const outputOf = ({ outcome }: CellForest): string => (outcome.kind === 'regression' ? 'score[0]' : 'p[1]');

/** All orders of a list. */
const permutations = (list: readonly number[]): number[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((each, at) => permutations(list.toSpliced(at, 1)).map((rest) => [each, ...rest]));

/** No condition, or one that takes a value out of the middle of a cell, and what is missing: the region is then in two pieces. */
const PIECES = fc.constantFrom('', 'x0!=12');

/** How far a value of a cell is from a value, at least. */
function stepTo(forest: CellForest, column: number, from: number, to: number): number {
  if (from === to) return 0;
  const value = valueOf(forest, column, from);
  if (Number.isNaN(value) || Number.isNaN(valueOf(forest, column, to))) return 1;
  return to > from ? 10 * to - value : value - (10 * to + 5);
}

describe('what rows come to is what their definition says, over all inputs', () => {
  it('never and always: a label or a bound over a region', async () => {
    const bound = fc.constantFrom(-0.5, 0, 0.25, 0.5, 1, 2);
    await fc.assert(
      fc.asyncProperty(models, bound, fc.nat(3), fc.nat(60), async (forest, limit, column, least) => {
        const name = `x${column % forest.columns.length}`;
        const expected = `<=${limit}`;
        const result = await asked(
          forest,
          { kind: 'always', where: `${name}>=${least}`, output: outputOf(forest), expect: expected },
          null,
        ).catch(() => null);
        const within = [...inputs(forest)].filter((cells) => {
          const value = valueOf(forest, column % forest.columns.length, cells[column % forest.columns.length] ?? 0);
          return value + 5 >= least;
        });
        const violated = within.some((cells) => scoreOf(forest, cells) > Math.fround(limit));
        const expectedVerdict = within.length === 0 ? undefined : violated ? 'violated' : 'proved';
        expect(result?.verdict).toBe(expectedVerdict);
      }),
      RUNS,
    );
  });

  it('range: the least and the greatest', async () => {
    await fc.assert(
      fc.asyncProperty(models, async (forest) => {
        const result = await asked(forest, { kind: 'range', output: outputOf(forest) }, null);
        const scores = [...inputs(forest)].map((cells) => scoreOf(forest, cells));
        expect(result).toMatchObject({
          verdict: 'proved',
          bounds: { at_least: Math.min(...scores), at_most: Math.max(...scores) },
        });
      }),
      RUNS,
    );
  });

  it('robust: another label within a distance of each value', async () => {
    await fc.assert(
      fc.asyncProperty(labelled, fc.constantFrom(4, 5, 10, 25), async ({ forest, record }, radius) => {
        const result = await asked(
          forest,
          { kind: 'robust', where: '@records', epsilon: `*=${radius}`, output: 'label', expect: 'same label' },
          record,
        );
        const own = label(forest, record);
        const near = [...inputs(forest)].filter((cells) =>
          cells.every((cell, at) => {
            const from = valueOf(forest, at, record[at] ?? 0);
            // An amount lets what is missing become any value, and no value become missing.
            return (
              Number.isNaN(from) ||
              (!Number.isNaN(valueOf(forest, at, cell)) && stepTo(forest, at, record[at] ?? 0, cell) <= radius)
            );
          }),
        );
        expect(result.verdict).toBe(near.some((cells) => label(forest, cells) !== own) ? 'violated' : 'proved');
      }),
      RUNS,
    );
  });

  it('min_distance, recourse and evasion: the nearest other label, in each distance', async () => {
    const norm = fc.constantFrom('linf', 'l1', 'l0');
    await fc.assert(
      fc.asyncProperty(
        labelled,
        norm,
        fc.constantFrom('min_distance', 'recourse', 'evasion'),
        async ({ forest, record }, distance, kind) => {
          const own = label(forest, record);
          const labels = forest.outcome.kind === 'classes' ? forest.outcome.labels.map(String) : [];
          const goal = labels.find((each) => each !== own) ?? '';
          const result = await asked(
            forest,
            {
              kind,
              where: '@records',
              distance,
              output: 'label',
              ...(kind === 'recourse' && { expect: `label=${goal}` }),
            },
            record,
          );
          const distances = [...inputs(forest)]
            .filter((cells) => label(forest, cells) !== own)
            .map((cells) => {
              const steps = cells.map((cell, at) => stepTo(forest, at, record[at] ?? 0, cell));
              if (distance === 'linf') return Math.max(...steps);
              return distance === 'l1' ? steps.reduce((a, b) => a + b, 0) : steps.filter((step) => step > 0).length;
            });
          const nearest = distances.length === 0 ? null : Math.min(...distances);
          expect(result.verdict).toBe(
            kind === 'min_distance'
              ? 'proved'
              : kind === 'recourse'
                ? nearest === null
                  ? 'violated'
                  : 'proved'
                : nearest === null
                  ? 'proved'
                  : 'violated',
          );
          expect(result.bounds?.at_most ?? null).toBe(nearest);
          expect(result.witness?.distance ?? null).toBe(nearest);
        },
      ),
      RUNS,
    );
  });

  it('stable_label: another label within an amount, or in another order of additions', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(labelled, fc.constantFrom('5', '25', '1ulp'), async ({ forest, record }, tolerance) => {
        fc.pre(forest.trees.roots.length <= 5);
        const { verdict } = await asked(
          forest,
          { kind: 'stable_label', where: '@records', tolerance, output: 'label', expect: 'same label' },
          record,
        );
        seen.add(verdict);
        const own = label(forest, record);
        const reach = tolerance === '1ulp' ? 0 : Number(tolerance);
        const near = [...inputs(forest)].filter((cells) =>
          cells.every((cell, at) => {
            const missing = [cell, record[at] ?? 0].map((each) => Number.isNaN(valueOf(forest, at, each)));
            return missing.includes(true) ? cell === record[at] : stepTo(forest, at, record[at] ?? 0, cell) <= reach;
          }),
        );
        const turned = (roots: Int32Array): CellForest => ({ ...forest, trees: { ...forest.trees, roots } });
        const orders = permutations([...forest.trees.roots]).map((order) => turned(Int32Array.from(order)));
        const differs = near.some((cells) => label(forest, cells) !== own);
        const turns = near.some((cells) => orders.some((each) => label(each, cells) !== own));
        // Where no order that there is gives another label, the bound of all orders may still not exclude one.
        const { trees, summation } = forest;
        const eighths = [...trees.values, ...summation.base].every((each) => Number.isInteger(8 * each));
        const settled = eighths ? ['proved'] : ['proved', 'undecided'];
        const right = differs ? ['violated'] : turns ? ['undecided'] : settled;
        expect(right).toContain(verdict);
      }),
      { numRuns: runs(150) },
    );
    expect(seen).toEqual(new Set(['proved', 'violated', 'undecided']));
  });

  it('evasion and min_distance with at most so many changes', async () => {
    const kinds = fc.constantFrom('evasion', 'min_distance');
    await fc.assert(
      fc.asyncProperty(labelled, fc.integer({ min: 1, max: 2 }), kinds, async ({ forest, record }, most, kind) => {
        const result = await asked(
          forest,
          { kind, where: '@records', distance: 'l1', max_changes: String(most), output: 'label' },
          record,
        );
        const own = label(forest, record);
        const costs = [...inputs(forest)]
          .filter(
            (cells) => label(forest, cells) !== own && cells.filter((cell, at) => cell !== record[at]).length <= most,
          )
          .map((cells) => cells.reduce((sum, cell, at) => sum + stepTo(forest, at, record[at] ?? 0, cell), 0));
        expect([result.verdict, result.bounds?.at_most ?? null]).toEqual(
          costs.length === 0 ? ['proved', null] : [kind === 'evasion' ? 'violated' : 'proved', Math.min(...costs)],
        );
      }),
      RUNS,
    );
  });

  it('what may only rise by the row and only fall by the schema stays as it is', async () => {
    await fc.assert(
      fc.asyncProperty(labelled, async ({ forest, record }) => {
        const vocabulary = vocabularyOf(forest);
        const row = { kind: 'evasion', where: '@records', output: 'label' };
        const values = record.map((cell, column) => valueOf(forest, column, cell));
        const features = vocabulary.features.map((each, at) =>
          at === 0 ? { ...each, mutable: 'down' as const } : each,
        );
        const both = await auditOf(forest, {
          row: { ...row, direction: 'x0 up' },
          record: values,
          vocabulary: { ...vocabulary, features },
        });
        const fixed = await auditOf(forest, { row: { ...row, fixed: 'x0' }, record: values });
        expect(both).toEqual(fixed);
      }),
      RUNS,
    );
  });

  it('monotone: a greater value never scores less', async () => {
    await fc.assert(
      fc.asyncProperty(
        models,
        fc.constantFrom('up', 'down'),
        fc.constantFrom('nondecreasing', 'nonincreasing'),
        PIECES,
        async (forest, way, how, where) => {
          const result = await asked(
            forest,
            { kind: 'monotone', where, direction: `x0 ${way}`, output: outputOf(forest), expect: how },
            null,
          );
          const violated = [...inputs(forest)].some((low) =>
            Array.from({ length: forest.columns[0]?.cells ?? 0 }, (_, cell) => cell).some((cell) => {
              const [a, b] = [valueOf(forest, 0, low[0] ?? 0), valueOf(forest, 0, cell)];
              if (!(a < b)) return false;
              const change = scoreOf(forest, low.with(0, cell)) - scoreOf(forest, low);
              return (way === 'up') === (how === 'nondecreasing') ? change < 0 : change > 0;
            }),
          );
          // Of sums in double precision the scores are rounded, and may be equal where the sums are not: then it is told.
          const rounded = forest.outcome.kind === 'classes' && forest.summation.arithmetic === 'float64';
          const right = violated
            ? ['violated', ...(rounded ? ['undecided'] : [])]
            : ['proved', ...(rounded ? ['undecided'] : [])];
          expect(right).toContain(result.verdict);
        },
      ),
      RUNS,
    );
  });

  it('dominance: each feature moves its own way', async () => {
    const ways = fc.tuple(fc.constantFrom('up', 'down'), fc.constantFrom('up', 'down'));
    const expected = fc.constantFrom('nondecreasing', 'nonincreasing');
    const wide = models.filter(({ columns }) => columns.length > 1);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(wide, ways, expected, PIECES, async (forest, [one, other], how, where) => {
        const direction = `x0 ${one}; x1 ${other}`;
        const result = await asked(
          forest,
          { kind: 'dominance', where, direction, output: outputOf(forest), expect: how },
          null,
        );
        const able = [...inputs(forest)].filter(
          (cells) => where === '' || !Number.isNaN(valueOf(forest, 0, cells[0] ?? 0)),
        );
        const moved = (column: number, way: string, from: Cells, to: Cells): boolean => {
          const [a, b] = [from, to].map((cells) => valueOf(forest, column, cells[column] ?? 0)) as [number, number];
          return way === 'up' ? a <= b : a >= b;
        };
        const violated = able.some((from) =>
          able.some((to) => {
            if (!to.every((cell, at) => at < 2 || cell === from[at])) return false;
            if (!moved(0, one, from, to) || !moved(1, other, from, to)) return false;
            const change = scoreOf(forest, to) - scoreOf(forest, from);
            return how === 'nondecreasing' ? change < 0 : change > 0;
          }),
        );
        const rounded = forest.outcome.kind === 'classes' && forest.summation.arithmetic === 'float64';
        expect([violated ? 'violated' : 'proved', ...(rounded ? ['undecided'] : [])]).toContain(result.verdict);
        if (one !== other) seen.add(result.verdict);
      }),
      RUNS,
    );
    expect([...seen]).toEqual(expect.arrayContaining(['proved', 'violated']));
  });

  it('protected_flip and protected_gap: two inputs that differ in one feature alone', async () => {
    await fc.assert(
      fc.asyncProperty(models, fc.constantFrom(0, 0.1, 0.5, 1), PIECES, async (forest, limit, where) => {
        const able = [...inputs(forest)].filter(
          (cells) => where === '' || !Number.isNaN(valueOf(forest, 0, cells[0] ?? 0)),
        );
        const pairs = able.flatMap((cells) =>
          able
            .filter((other) => other.every((cell, at) => at === 0 || cell === cells[at]))
            .map((other) => [cells, other] as const),
        );
        const gaps = pairs.map(([a, b]) => scoreOf(forest, a) - scoreOf(forest, b));
        const linear = forest.outcome.kind === 'regression' || forest.summation.arithmetic === 'float32';
        const gap = await asked(
          forest,
          { kind: 'protected_gap', where, protected: 'x0', output: outputOf(forest), expect: `gap<=${limit}` },
          null,
        );
        const greatest = Math.max(...gaps);
        // A difference is looked for up to what rounding can make of it; the limit is asked exactly.
        const near = [gap.bounds?.at_least, gap.bounds?.at_most].every(
          (bound) => Math.abs((bound ?? NaN) - greatest) < 1e-4,
        );
        expect([gap.verdict, near]).toEqual(
          linear ? [greatest <= limit ? 'proved' : 'violated', true] : ['unsupported', false],
        );
        if (forest.outcome.kind === 'regression') return;
        const flip = await asked(
          forest,
          { kind: 'protected_flip', where, protected: 'x0', output: 'label', expect: 'no flip' },
          null,
        );
        expect(flip.verdict).toBe(
          pairs.some(([a, b]) => label(forest, a) !== label(forest, b)) ? 'violated' : 'proved',
        );
      }),
      RUNS,
    );
  });

  /** The same model without its last trees. */
  const shorter = (forest: CellForest): CellForest => ({
    ...forest,
    trees: { ...forest.trees, roots: forest.trees.roots.slice(0, Math.max(1, forest.trees.roots.length - 2)) },
  });

  it('same_as_model and drift: another label, and the greatest difference, of two versions', async () => {
    await fc.assert(
      fc.asyncProperty(models, async (forest) => {
        const other = shorter(forest);
        const drifts = [...inputs(forest)].map((cells) => Math.abs(scoreOf(forest, cells) - scoreOf(other, cells)));
        const linear = forest.outcome.kind === 'regression' || forest.summation.arithmetic === 'float32';
        const drift = await asked(
          forest,
          { kind: 'drift', output: outputOf(forest), expect: 'gap<=0.25' },
          null,
          other,
        );
        const near = Math.abs((drift.bounds?.at_most ?? NaN) - Math.max(...drifts)) < 1e-4;
        expect([drift.verdict, near]).toEqual(
          linear ? [Math.max(...drifts) <= 0.25 ? 'proved' : 'violated', true] : ['unsupported', false],
        );
        const labels = [...inputs(forest)].some((cells) => label(forest, cells) !== label(other, cells));
        const same = await asked(
          forest,
          forest.outcome.kind === 'regression'
            ? { kind: 'same_as_model', output: 'score[0]', tolerance: '0.25' }
            : { kind: 'same_as_model', output: 'label', expect: 'same label' },
          null,
          other,
        );
        const far = forest.outcome.kind === 'regression' ? Math.max(...drifts) > 0.25 : labels;
        const given = same.witness?.inputs.map(({ model }) => model) ?? [];
        expect([same.verdict, ...given]).toEqual(far ? ['violated', 'model', 'compare_model'] : ['proved']);
      }),
      RUNS,
    );
  });

  it('what the search does not answer is unsupported, with the reason', async () => {
    const forest: CellForest = {
      columns: [
        { name: 'x0', cells: 2, low: Float64Array.of(0, 10), high: Float64Array.of(5, 15), missing: false, spacing: 1 },
      ],
      trees: {
        roots: Int32Array.of(0),
        column: Int32Array.of(0, -1, -1),
        rank: Int32Array.of(0, 0, 0),
        left: Int32Array.of(1, -1, -1),
        right: Int32Array.of(2, -1, -1),
        leaf: Int32Array.of(-1, 0, 1),
        values: Float64Array.of(0, 1, 1, 0),
      },
      targets: 2,
      summation: {
        arithmetic: 'float32',
        base: new Float64Array(2),
        baseAt: 'end',
        aggregate: 'sum',
        scores: 'float32',
      },
      outcome: { kind: 'classes', labels: [0, 1], post: 'softmax', rule: { kind: 'first_maximum', over: 'scores' } },
    };
    const row = { kind: 'always', expect: 'label=0' };
    const ofScores = await asked(forest, row, null);
    expect([ofScores.verdict, ofScores.reason?.en]).toEqual(['unsupported', expect.stringContaining('rounded scores')]);
    const huge = { ...forest, trees: { ...forest.trees, values: Float64Array.of(0, 3e38, 1, 0) } };
    const rule = { kind: 'second_positive' } as const;
    const ofSums = await asked(
      { ...huge, outcome: { kind: 'classes', labels: [0, 1], post: 'none', rule } },
      row,
      null,
    );
    expect([ofSums.verdict, ofSums.reason?.en]).toEqual(['unsupported', expect.stringContaining('overflow')]);
  });

  /** One column of whole numbers without ends; the second cell begins at 2. */
  const stump = (values: readonly number[]): CellForest => ({
    columns: [
      {
        name: 'x0',
        cells: 2,
        low: Float64Array.of(Number.MIN_SAFE_INTEGER, 2),
        high: Float64Array.of(1, Number.MAX_SAFE_INTEGER),
        missing: false,
        spacing: 1,
      },
    ],
    trees: {
      roots: Int32Array.of(0),
      column: Int32Array.of(0, -1, -1),
      rank: Int32Array.of(0, 0, 0),
      left: Int32Array.of(1, -1, -1),
      right: Int32Array.of(2, -1, -1),
      leaf: Int32Array.of(-1, 0, 1),
      values: Float64Array.from(values),
    },
    targets: 1,
    summation: { arithmetic: 'float32', base: new Float64Array(1), baseAt: 'end', aggregate: 'sum', scores: 'float32' },
    outcome: {
      kind: 'classes',
      labels: [0, 1],
      post: 'none',
      rule: { kind: 'one_column', above: 0.5, scores: 'complement' },
    },
  });
  const without = (forest: CellForest): Vocabulary => {
    const vocabulary = vocabularyOf(forest);
    return { ...vocabulary, features: vocabulary.features.map((each) => ({ ...each, min: null, max: null })) };
  };

  it('a whole number without ends stays on the value that it is held to', async () => {
    const forest = stump([0, 1]);
    const ask = async (where: string): Promise<CaseResult> =>
      auditOf(forest, { row: { kind: 'always', where, expect: 'label=1' }, vocabulary: without(forest) });
    const [proved, violated] = [await ask('x0=2'), await ask('x0=1')];
    expect([proved.verdict, violated.verdict]).toEqual(['proved', 'violated']);
    expect(violated.witness?.inputs[0]?.values).toMatchObject([{ value: '1' }]);
  });

  it('scores that rounding makes equal do not fall', async () => {
    const forest = stump([0, Math.fround(1e-9)]);
    const row = { kind: 'monotone', direction: 'x0 up', expect: 'nondecreasing', output: 'p[0]' };
    const found = await auditOf(forest, { row, vocabulary: without(forest) });
    expect([found.verdict, found.witness, found.reason?.en]).toEqual([
      'undecided',
      null,
      expect.stringContaining('equal'),
    ]);
  });

  it('two inputs of one model are asked of that model, also where there is another version', async () => {
    const kinds = fc.constantFrom<Readonly<Record<string, string>>>(
      { kind: 'protected_gap', protected: 'x0', expect: 'gap<=0.1' },
      { kind: 'monotone', direction: 'x0 up', expect: 'nondecreasing' },
      { kind: 'dominance', direction: 'x0 up', expect: 'nonincreasing' },
    );
    await fc.assert(
      fc.asyncProperty(models, kinds, async (forest, row) => {
        const cells = { ...row, output: outputOf(forest) };
        const alone = await asked(forest, cells, null);
        expect(await asked(forest, cells, null, shorter(forest))).toEqual(alone);
      }),
      RUNS,
    );
  });
});
