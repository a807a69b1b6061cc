/**
 * An audit of a model over cells, without a file: a row, and what it comes to. Beside it what the runtime makes of an input, by the words
 * of `Summation` and of the rules of labels, so that a test can try every input.
 */
import { type Audit, askCases, caseKey, casesOf } from '../audit/audit.js';
import { caseState } from '../audit/case-state.js';
import { checkAudit } from '../audit/check-audit.js';
import { engine } from '../audit/engine.js';
import type { LoweredModel, Scored } from '../audit/model.js';
import type { CaseResult, Certified, LeftOpen } from '../audit/result.js';
import type { CellForest } from '../cells/index.js';
import { bareFeature, readTable, type RecordRow, sheetOfJson, type Value, type Vocabulary } from '../table/index.js';

/** An input by its cells. */
export type Cells = readonly number[];

/** The sums of the leaves that an input comes to, added up as the runtime adds. */
export function sumsOf({ trees, targets, summation }: CellForest, cells: Cells): Float64Array {
  const { arithmetic, base, baseAt, aggregate } = summation;
  const round = arithmetic === 'float32' ? Math.fround : (value: number): number => value;
  const at = (list: ArrayLike<number>, index: number): number => list[index] ?? Number.NaN;
  const sums = baseAt === 'start' ? Float64Array.from(base) : new Float64Array(targets);
  for (const root of trees.roots) {
    let node = root;
    while (at(trees.column, node) >= 0)
      node = at(cells, at(trees.column, node)) <= at(trees.rank, node) ? at(trees.left, node) : at(trees.right, node);
    for (let target = 0; target < targets; target += 1)
      sums[target] = round(at(sums, target) + at(trees.values, at(trees.leaf, node) * targets + target));
  }
  return sums.map((sum, target) => {
    const whole = aggregate === 'average' ? round(sum / trees.roots.length) : sum;
    return baseAt === 'end' ? round(whole + at(base, target)) : whole;
  });
}

export function finish({ outcome, summation }: CellForest, sums: Float64Array): Scored {
  const given = (scores: readonly number[]): number[] =>
    scores.map((score) => (summation.scores === 'float32' ? Math.fround(score) : score));
  const [sum = 0, second = 0] = sums;
  if (outcome.kind === 'regression') return { label: null, scores: given([...sums]), sums };
  if (outcome.rule.kind === 'one_column') {
    const first =
      outcome.rule.scores === 'complement'
        ? summation.arithmetic === 'float32'
          ? Math.fround(1 - sum)
          : 1 - sum
        : -sum;
    return { label: outcome.labels[sum > outcome.rule.above ? 1 : 0] ?? null, scores: given([first, sum]), sums };
  }
  return { label: outcome.labels[second > 0 ? 1 : 0] ?? null, scores: given([...sums]), sums };
}

/** The cell of a value; of a text its category. A value stands in one cell, or lies between two. */
function cellOf({ columns }: CellForest, column: number, value: Value): number {
  const own = columns[column];
  if (own === undefined) return -1;
  if (own.categories !== undefined) {
    const found = own.categories.indexOf(value);
    return found < 0 ? own.categories.indexOf(null) : found;
  }
  if (value === null || Number.isNaN(value)) return own.cells - 1;
  return own.low.findIndex((low, cell) => low <= Number(value) && Number(value) <= (own.high[cell] ?? low));
}

/** What the runtime makes of values. */
export const scoredOf = (forest: CellForest, values: readonly Value[]): Scored =>
  finish(
    forest,
    sumsOf(
      forest,
      values.map((value, column) => cellOf(forest, column, value)),
    ),
  );

function modelOf(cells: CellForest): LoweredModel {
  return {
    cells,
    // Nothing of the file is looked at.
    forest: { columns: [], source: { format: 'onnx' } } as unknown as LoweredModel['forest'],
    sha256: '',
    finish: (sums) => finish(cells, sums),
    score: (values) => scoredOf(cells, values),
  };
}

/** Columns as they are, each of whole numbers. */
export function vocabularyOf({ columns, outcome, targets }: CellForest): Vocabulary {
  return {
    features: columns.map(({ cells, missing, high }, at) => ({
      ...bareFeature({ name: `x${at}`, type: 'float32' }, at),
      type: 'int',
      min: 0,
      max: high[missing ? cells - 2 : cells - 1] ?? 0,
      missing: missing ? 'allow' : 'never',
    })),
    labels: outcome.kind === 'classes' ? outcome.labels : null,
    scores: targets,
  };
}

/** One row over a model, and over the record and the other version that it may be about. */
export interface Asked {
  readonly row: Readonly<Record<string, string>>;
  readonly record?: readonly Value[];
  readonly version?: CellForest;
  readonly vocabulary?: Vocabulary;
}

function audited(forest: CellForest, { row, record, version, vocabulary = vocabularyOf(forest) }: Asked): Audit {
  const records: RecordRow[] =
    record === undefined
      ? []
      : [
          {
            id: 'r',
            index: 0,
            line: null,
            values: record,
            expectedLabel: null,
            weight: 1,
            extra: {},
            radius: null,
            vary: null,
            flaws: [],
          },
        ];
  const rows = readTable(sheetOfJson([row], ''), vocabulary);
  const flaws = rows.flatMap((each) => each.flaws);
  if (flaws.length > 0) throw new Error(JSON.stringify(flaws));
  return {
    model: modelOf(forest),
    compare: version === undefined ? null : modelOf(version),
    vocabulary,
    rows,
    records,
  };
}

interface Ran {
  readonly result: CaseResult;
  readonly certificates: readonly Certified[];
  readonly left: LeftOpen | null;
}

/** Asks the one question of an audit, with so many nodes, and goes on where an earlier run stopped. */
async function run(audit: Audit, nodes: number, slice: number, before?: Ran): Promise<Ran> {
  const found: Ran[] = [];
  const state = before === undefined ? null : caseState(before.result, before.certificates, before.left);
  await askCases(
    audit,
    casesOf(audit),
    engine,
    {
      nodes,
      slice,
      over: () => false,
      earlier: new Map(state === null ? [] : [[caseKey(state.row, state.record), state]]),
    },
    {
      bounds: () => Promise.resolve(),
      case: (_at, result, certificates, left) => {
        found.push({ result, certificates, left });
        return Promise.resolve();
      },
      failed: (_at, error) => {
        throw error;
      },
    },
  );
  const [only] = found;
  if (only === undefined) throw new Error('nothing was asked');
  return only;
}

/**
 * What a row comes to. Throws where the row cannot be read, or is about nothing, and where its certificates are refused by the checker
 * that knows no search.
 */
export async function auditOf(forest: CellForest, asked: Asked): Promise<CaseResult> {
  const audit = audited(forest, asked);
  const { result, certificates } = await run(audit, 200_000, 5_000);
  const lines = certificates.map(({ record, question, bytes, bound }) => ({
    id: audit.rows[0]?.id ?? '',
    record,
    question,
    certificate: Buffer.from(bytes).toString('base64'),
    ...(bound !== undefined && { bound: Number.isFinite(bound) ? bound : null }),
  }));
  const problems = await checkAudit(audit, lines);
  for (const { problem } of problems)
    if (problem !== null) throw new Error(`certificates of ${result.verdict}: ${problem}`);
  return result;
}

/** The same row asked in one run and in many, each of a few nodes, that go on where the one before it stopped. */
export async function auditInParts(
  forest: CellForest,
  asked: Asked,
  nodes: number,
): Promise<{ readonly whole: Ran; readonly parted: Ran; readonly parts: number }> {
  const audit = audited(forest, asked);
  const whole = await run(audit, 200_000, 5_000);
  let parted = await run(audit, nodes, nodes);
  let parts = 1;
  for (; parted.left !== null; parts += 1) parted = await run(audit, nodes, nodes, parted);
  return { whole, parted, parts };
}
