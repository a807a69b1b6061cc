import type { SolveContext } from '@ostiary/plugin-api';
import type { FullRow } from '@ostiary/guard/request';
import type { AnswerFiles } from './answers.js';
import type { Candidate } from './candidate.js';
import type { Findings } from './findings.js';
import type { Judge } from './judge.js';

/** The event loop is given back at least this often, so that the process can answer others meanwhile. */
const TURN_MS = 8;

export type RowsContext = Pick<SolveContext, 'progress' | 'signal'>;

interface Sinks {
  readonly judge: Judge;
  readonly findings: Findings;
  readonly files: AnswerFiles;
  /** Told of each row that asks something of its own. */
  readonly asked: (row: number, full: FullRow) => void;
}

/** Decides rows in order and hands on what becomes of each. `first` and `last` are the numbers of those there are. */
export async function decideRows(
  rows: AsyncIterable<Candidate>,
  { first, last }: { readonly first: number; readonly last: number },
  { judge, findings, files, asked }: Sinks,
  ctx: RowsContext,
): Promise<void> {
  const turns = new Turns(last - first + 1, ctx);
  for await (const candidate of rows) {
    const answer = findings.add(candidate, judge.judge(candidate));
    if (candidate.ok && !candidate.confirmed) asked(candidate.row, candidate.full);
    if (files.add(answer)) await files.flush();
    await turns.next(candidate.row - first + 1);
  }
}

/** Tells how far the batch is, stops it when it is cancelled, and lets others have a turn. */
class Turns {
  private last = performance.now();

  constructor(
    private readonly total: number,
    private readonly ctx: RowsContext,
  ) {}

  async next(done: number): Promise<void> {
    if (performance.now() - this.last < TURN_MS && done !== this.total) return;
    this.ctx.progress({ phase: 'rows', done, total: this.total, unit: 'rows' });
    await new Promise((resolve) => setImmediate(resolve));
    this.ctx.signal.throwIfAborted();
    this.last = performance.now();
  }
}
