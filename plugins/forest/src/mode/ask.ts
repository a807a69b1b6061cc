import type { SolveContext } from '@ostiary/plugin-api';
import {
  type Audit,
  askCases,
  type CaseAt,
  type CaseResult,
  caseState,
  type Certified,
  type EarlierCases,
  engine,
  type LeftOpen,
  RowTally,
  type TallyState,
} from '../audit/index.js';
import type { ForestInput } from '../request/index.js';
import { CaseFiles } from './case-files.js';
import type { Loaded } from './load.js';
import { Replays } from './replays.js';
import { ResumeFile } from './resume.js';

/** What some of the questions of a job came to, as data. */
export interface PartState {
  readonly tallies: readonly TallyState[];
  /** Questions that were left open. */
  readonly open: number;
  /** What witnesses were replayed in. */
  readonly runtime: string | null;
}

export type AskContext = Pick<SolveContext, 'artefact' | 'event' | 'input' | 'progress' | 'solver'>;

/** Verdicts that are replayed together. */
const TOGETHER = 64;
/** Violations that one part tells of while it works: the files have all. */
const TOLD = 50;
/** Nodes between two looks at the clock. See docs/adr/0156. */
const SLICE = 20_000;

/** Whose questions they are: those of a whole job, of the first of its parts, or of a later one. */
export type Place = 'whole' | 'first' | 'later';

/** One turn at some of the questions. */
export interface Turn {
  readonly place: Place;
  /** When it began, by `performance.now()`: the time of a request counts from there, what is read first included. */
  readonly begun: number;
}

/** Asks some of the questions of a request: writes their lines, and tells of what is violated. */
export async function askPart(
  request: ForestInput,
  { audit, compare, run }: Loaded,
  cases: readonly CaseAt[],
  resumed: EarlierCases,
  ctx: AskContext,
  { place, begun }: Turn,
): Promise<PartState> {
  const files = await CaseFiles.begin(ctx, place === 'later' ? null : audit.rows);
  const resume = await ResumeFile.begin(ctx, place === 'whole' ? { mode: 'forest', run } : null);
  const replays = new Replays(
    {
      model: { file: request.model, forest: audit.model.forest },
      compare_model:
        compare === null || request.compare_model === undefined
          ? null
          : { file: request.compare_model, forest: compare.forest },
    },
    ctx,
  );
  const tally = new RowTally(audit);
  const part = new Part(request, audit, { files, resume }, replays, tally, ctx, { total: cases.length, begun });
  try {
    await askCases(audit, cases, engine, part.budget(resumed), {
      bounds: (at, nodes, bounds) => part.tellBounds(at, nodes, bounds),
      case: ({ record }, result, certificates, left) => part.take({ record, result, certificates, left }),
      // The row tells of it, and the end of the job.
      failed: () => undefined,
    });
    await part.flush();
  } finally {
    await replays.release();
  }
  await files.close();
  await resume.close(part.open);
  return { tallies: tally.state(), open: part.open, runtime: replays.runtime };
}

interface Answer {
  /** Place of the record; null where the row is about a region. */
  readonly record: number | null;
  readonly result: CaseResult;
  readonly certificates: readonly Certified[];
  readonly left: LeftOpen | null;
}

class Part {
  open = 0;
  private done = 0;
  private told = 0;
  private pending: Answer[] = [];
  private row = -1;
  private rowBegun = 0;

  constructor(
    private readonly request: ForestInput,
    private readonly audit: Audit,
    private readonly out: { readonly files: CaseFiles; readonly resume: ResumeFile },
    private readonly replays: Replays,
    private readonly tally: RowTally,
    private readonly ctx: AskContext,
    private readonly turn: { readonly total: number; readonly begun: number },
  ) {}

  budget(earlier: EarlierCases): Parameters<typeof askCases>[3] {
    const { nodes, seconds } = this.request.options;
    return {
      nodes,
      slice: SLICE,
      ...earlier,
      over: (row) => {
        const now = performance.now();
        if (row.index !== this.row) [this.row, this.rowBegun] = [row.index, now];
        const own = row.property?.budgetSeconds ?? null;
        return (
          (seconds !== undefined && now - this.turn.begun >= seconds * 1_000) ||
          (own !== null && now - this.rowBegun > own * 1_000)
        );
      },
    };
  }

  async tellBounds(
    { row, record }: CaseAt,
    nodes: number,
    { atLeast, atMost }: { atLeast: number | null; atMost: number | null },
  ): Promise<void> {
    const id = this.audit.rows[row]?.id ?? '';
    const own = record === null ? null : (this.audit.records[record]?.id ?? null);
    await this.ctx.event('row.bounds', {
      id,
      record: own,
      nodes,
      bounds: { at_least: finite(atLeast), at_most: finite(atMost) },
    });
  }

  async take(answer: Answer): Promise<void> {
    this.pending.push(answer);
    if (this.pending.length >= TOGETHER) await this.flush();
  }

  async flush(): Promise<void> {
    const { pending } = this;
    this.pending = [];
    const results = await this.replays.replayed(
      pending.map(({ result }) => result),
      this.audit.rows,
    );
    for (const [at, result] of results.entries()) {
      const row = this.audit.rows[result.row];
      if (row === undefined) continue;
      // What the runtime does not bear out proves nothing, and is not gone on with.
      const { certificates = [], left = null } = result.verdict === 'internal_error' ? {} : (pending[at] ?? {});
      if (left !== null) this.open += 1;
      const written = this.request.options.certificates ? certificates : [];
      const record = this.audit.records[pending[at]?.record ?? -1] ?? null;
      this.tally.add(result, record?.weight);
      await this.out.files.add(result, row, record, written, this.request.language ?? 'en');
      await this.out.resume.add(caseState(result, certificates, left));
      if (result.verdict === 'violated' && ++this.told <= TOLD)
        await this.ctx.event('finding.found', {
          id: row.id,
          kind: row.kind,
          severity: row.severity,
          record: result.record,
          changed: [...(result.witness?.changed ?? [])],
        });
    }
    this.done += results.length;
    this.ctx.progress({ phase: 'questions', done: this.done, total: this.turn.total, unit: 'questions' });
  }
}

const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);
