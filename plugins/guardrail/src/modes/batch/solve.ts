import { Boundaries, Coverage, type PreparedPolicy, propertiesOf } from '@ostiary/guard';
import type { SolveContext } from '@ostiary/plugin-api';
import { chunksOf, readCsv } from '../../csv/read.js';
import { loadChecked } from '../../policy/load.js';
import { policySummary } from '../../policy/summary.js';
import { withSolver } from '../guardrail/borrowed-solver.js';
import { AnswerFiles, rowAnswer } from './answers.js';
import type { Candidate } from './candidate.js';
import { csvRow } from './csv-rows.js';
import { Duplicates } from './duplicates.js';
import { jsonRows, testRows } from './json-rows.js';
import { Judge } from './judge.js';
import type { BatchInput } from './request.js';
import type { BatchOutput, RowAnswerOutput } from './result.js';
import { shapeOf, type TableShape } from './table.js';
import { Tally } from './tally.js';

/** Rows shown in the result itself. */
const ROWS_INLINE = 500;
/** The event loop is given back at least this often, so that the process can answer others meanwhile. */
const TURN_MS = 8;

type BatchContext = Pick<SolveContext, 'artefact' | 'clock' | 'log' | 'progress' | 'signal' | 'solver'>;

/**
 * Decides a table row by row, in order; memory does not grow with the rows beyond 16 bytes each for finding duplicates.
 * See docs/adr/0043.
 */
export async function solveBatch(request: BatchInput, ctx: BatchContext): Promise<BatchOutput> {
  const policy = loadChecked(request.policy, request.catalogue);
  const language = request.language ?? 'en';
  const shape = await shapeOf(request.rows, policy);
  const now = ctx.clock.now();
  const files = await AnswerFiles.open(ctx);
  const judge = new Judge(policy, now.getTime(), language);
  const tally = new Tally();
  const coverage = new Coverage(policy.decider);
  const boundaries = new Boundaries(policy.core);
  const duplicates = new Duplicates();
  const first: RowAnswerOutput[] = [];
  const turns = new Turns(shape.rows, ctx);

  for await (const candidate of candidates(request, shape, policy)) {
    const { outcome, asked } = judge.judge(candidate);
    const answer = rowAnswer(outcome);
    tally.add(outcome);
    if (asked) {
      coverage.add(asked.decision, asked.call, asked.context);
      boundaries.add(asked.call, asked.context);
    }
    if (candidate.ok && !candidate.confirmed) duplicates.add(candidate.row, candidate.full);
    if (first.length < ROWS_INLINE) first.push(answer);
    if (files.add(answer)) await files.flush();
    await turns.next(candidate.row);
  }

  const covered = coverage.result;
  return {
    row_counts: tally.counts,
    rows: first,
    rows_truncated: tally.counts.total > first.length,
    expected: tally.expected,
    coverage: [...covered],
    never_fired: covered.filter(({ fired }) => fired === 0).map(({ rule }) => rule),
    default_only: tally.defaultOnly,
    missing_boundaries: boundaries.result,
    duplicates: duplicates.result,
    properties: await withSolver(ctx, (solver) => propertiesOf(policy, solver)),
    errors: tally.errors,
    cross_checked: judge.crossChecked,
    artifacts: await files.close(),
    policy: await policySummary(policy, request.policy, language),
    evaluated_at: now.toISOString(),
  };
}

async function* candidates(
  request: BatchInput,
  { targets }: TableShape,
  { environment, tests }: PreparedPolicy,
): AsyncGenerator<Candidate> {
  const { rows, defaults } = request;
  if (rows === undefined) {
    yield* testRows(tests);
    return;
  }
  if (Array.isArray(rows) || targets === null) {
    yield* jsonRows(rows as readonly unknown[], defaults);
    return;
  }
  let row = 0;
  for await (const record of readCsv(chunksOf(rows.csv))) {
    if (row > 0)
      yield csvRow(
        record,
        row,
        targets,
        (tool, root, path) => environment.typeOf(tool, root, path)?.type ?? null,
        defaults,
      );
    row += 1;
  }
}

/** Tells how far the batch is, stops it when it is cancelled, and lets others have a turn. */
class Turns {
  private last = performance.now();

  constructor(
    private readonly total: number,
    private readonly ctx: BatchContext,
  ) {}

  async next(done: number): Promise<void> {
    if (performance.now() - this.last < TURN_MS && done !== this.total) return;
    this.ctx.progress({ phase: 'rows', done, total: this.total, unit: 'rows' });
    await new Promise((resolve) => setImmediate(resolve));
    this.ctx.signal.throwIfAborted();
    this.last = performance.now();
  }
}
