import type {
  AnswerSummary,
  ArtefactDeclaration,
  ArtefactWriter,
  Logger,
  ModeBody,
  PartDefinition,
  PluginContext,
  Progress,
  SolveContext,
  SolverSession,
} from '@ostiary/plugin-api';
import type { z } from 'zod';
import type { NewArtefact } from './artefact-maker.js';
import { declaredKind } from '../../artefacts/declared-kind.js';
import { AttemptAborted, abortCause } from '../../compute/attempt-aborted.js';
import { SolverBudget } from '../../compute/solver-budget.js';
import type { EndRows, MovedJob } from '../store/move.js';
import type { AttemptValues } from './attempt-values.js';
import type { PartsOfJob } from './parts/parts-of-job.js';
import { ProgressThrottle } from './progress-throttle.js';

/** What an attempt needs from around it. */
export interface AttemptPorts {
  readonly log: Logger;
  /** Stores an event of the attempt; false when the attempt is no longer the job's. */
  storeEvent(type: string, data: object): Promise<boolean>;
  openArtefact(options: NewArtefact, signal: AbortSignal): Promise<ArtefactWriter>;
  /** Throws away what was opened and not closed. */
  discardOpenFiles(): Promise<void>;
  /** What does the parts of this attempt, and tells of them with `progress`. */
  partsOf(control: AbortController, progress: (update: Progress) => void): PartsOfJob;
  borrowSolver(id: string, signal: AbortSignal, budget: SolverBudget): Promise<SolverSession>;
  input: SolveContext['input'];
  readonly values: AttemptValues;
  /** What the plugin's code is given everywhere. */
  context(): PluginContext;
}

export interface AttemptPlan {
  /** Does the work: the mode's `solve`, or that of its part. `world` makes the context for the request of the whole job. */
  readonly solve: (world: (request: unknown) => SolveContext) => Promise<unknown>;
  /** What `solve` gives is checked against it. */
  readonly result: z.ZodType;
  /** The answer in short, of a job that was solved; null when the mode gives none. */
  readonly summary: (answer: unknown) => AnswerSummary | null;
  /** Payloads of the events the mode declares. */
  readonly events: ModeBody<z.ZodType, z.ZodType>['progress'];
  /** The parts the job can be split into. */
  readonly part: PartDefinition | undefined;
  readonly solvers: readonly string[];
  /** Where rows given to `ctx.endRow` go: `schema.table`. */
  readonly endTable: string | undefined;
  /** The grant that the whole result needs beside the mode's; null: none. */
  readonly wholeNeeds: string | null;
  /** Kinds of files the mode declares. */
  readonly artefacts: readonly ArtefactDeclaration[];
  /** Wall time the attempt has, milliseconds. */
  readonly wallMs: number;
  /** See SolverBudget. */
  readonly solverMs: number | undefined;
  readonly memoryMb: number | undefined;
}

export type Outcome =
  | {
      readonly kind: 'solved';
      readonly result: unknown;
      readonly progress: Progress | undefined;
      /** What is stored with the end; null when the mode gave nothing. */
      readonly endRows: EndRows | null;
    }
  | { readonly kind: 'failed'; readonly thrown: unknown; readonly progress: Progress | undefined }
  | { readonly kind: 'aborted'; readonly why: AttemptAborted['why']; readonly progress: Progress | undefined };

/** How long a mode may take to stop once its signal has aborted; then it is left behind, and what it does is refused. */
const STOP_GRACE_MS = 800;

/** Runs a mode once. Never throws: what the mode throws is an outcome. `control` is aborted by the deadline, or from outside. */
export async function runAttempt(
  job: MovedJob,
  plan: AttemptPlan,
  ports: AttemptPorts,
  control: AbortController,
): Promise<Outcome> {
  const { signal } = control;
  const deadline = setTimeout(() => control.abort(new AttemptAborted('deadline')), plan.wallMs);
  const sessions: SolverSession[] = [];
  const budget = new SolverBudget(plan);
  const throttle = new ProgressThrottle(
    async (progress) => {
      if (!(await ports.storeEvent('job.progress', { progress }))) control.abort(new AttemptAborted('fenced'));
    },
    (error) => ports.log.warn({ job: job.id, err: error }, 'progress could not be stored'),
  );
  const rows: object[] = [];
  let made: PartsOfJob | undefined;
  const parts = (): PartsOfJob => (made ??= ports.partsOf(control, (update) => throttle.update(update)));
  try {
    const own = contextOf(job, plan, ports, { control, sessions, budget, throttle, rows, parts });
    const result = await untilAborted(
      plan.solve((request) => ports.values.guard(own, request)),
      signal,
    );
    ports.values.refuseIn(result);
    const endRows = plan.endTable === undefined || rows.length === 0 ? null : { table: plan.endTable, rows };
    return { kind: 'solved', result, progress: await throttle.close(), endRows };
  } catch (thrown) {
    const progress = await throttle.close();
    return signal.aborted
      ? { kind: 'aborted', why: abortCause(signal), progress }
      : { kind: 'failed', thrown: ports.values.clean(thrown), progress };
  } finally {
    clearTimeout(deadline);
    budget.close();
    for (const session of sessions) session.release();
    await ports.discardOpenFiles();
  }
}

/** The solver's answer, or a rejection a little after the abort if it has not come by then. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const left = new Promise<never>((_, reject) => {
    const leave = (): void => {
      timer = setTimeout(() => reject(signal.reason as Error), STOP_GRACE_MS);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work, left]);
  } finally {
    clearTimeout(timer);
    // Left behind, it may still reject, and nobody waits for it.
    left.catch(() => undefined);
    work.catch(() => undefined);
  }
}

interface Inner {
  readonly control: AbortController;
  readonly sessions: SolverSession[];
  readonly budget: SolverBudget;
  readonly throttle: ProgressThrottle;
  readonly rows: object[];
  readonly parts: () => PartsOfJob;
}

function contextOf(
  job: MovedJob,
  plan: AttemptPlan,
  ports: AttemptPorts,
  inner: Inner,
): Omit<SolveContext, 'unstored'> {
  const { signal } = inner.control;
  return {
    ...ports.context(),
    jobId: job.id,
    accountId: job.accountId,
    attempt: job.attempt,
    submittedAt: job.createdAt,
    solverMs: plan.solverMs ?? null,
    wallMs: plan.wallMs,
    leftMs: plan.wallMs,
    progress: (update) => inner.throttle.update(update),
    event: async (type, payload) => {
      const declared = plan.events ?? {};
      const schema = Object.hasOwn(declared, type) ? declared[type] : undefined;
      if (schema === undefined) throw new Error(`mode ${job.mode} declares no event ${type}`);
      if (!(await ports.storeEvent(type, { payload: schema.parse(payload) }))) {
        inner.control.abort(new AttemptAborted('fenced'));
        signal.throwIfAborted();
      }
    },
    artefact: async (options) => {
      const declared = plan.artefacts.map(declaredKind).find(({ kind }) => kind === options.kind);
      if (declared === undefined) throw new Error(`mode ${job.mode} declares no artefacts of kind ${options.kind}`);
      return ports.openArtefact({ ...options, ...declared }, signal);
    },
    endRow: (row) => {
      if (plan.endTable === undefined) throw new Error(`mode ${job.mode} declares no endRows`);
      inner.rows.push({ ...row });
    },
    solver: async (id) => {
      if (!plan.solvers.includes(id)) throw new Error(`mode ${job.mode} declares no solver ${id}`);
      const session = await ports.borrowSolver(id, signal, inner.budget);
      inner.sessions.push(session);
      return session;
    },
    parts: (part, requests, progress) => {
      if (part !== (plan.part as unknown)) throw new Error(`mode ${job.mode} declares another part, or none`);
      return inner.parts().ask(part, requests, progress);
    },
    input: ports.input,
  };
}
