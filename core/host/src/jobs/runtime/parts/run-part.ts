import { parseJson } from '@ostiary/json';
import type { PartContext, PartDefinition, PartFileWriter, SolveContext } from '@ostiary/plugin-api';
import { AttemptAborted } from '../../../compute/attempt-aborted.js';
import type { Database } from '../../../storage/database.js';
import { runningWhole } from '../../store/parts.js';
import type { PartFiles, PartFileSink } from './part-files.js';
import { keptJson, REQUEST_FILE } from './part-json.js';

interface PartJob {
  readonly wholeId: string;
  /** Whose job it is. */
  readonly accountId: string;
  readonly part: number;
  readonly attempt: number;
  /** As the row holds it; empty when it is in a file. */
  readonly request: string;
  /** When this attempt began, and when the whole expires: by the clock of the database. */
  readonly startedAt: Date;
  readonly deadlineAt: Date;
}

/** Refuses text that must not be stored; see AttemptValues. */
interface Guard {
  guardWriter(writer: PartFileWriter): PartFileWriter;
}

/** Files that a part began; those it did not close are dropped with the attempt. */
export class OpenPartFiles {
  private readonly open = new Set<PartFileSink>();
  private readonly names = new Set<string>();

  constructor(
    private readonly files: PartFiles,
    private readonly job: PartJob,
    private readonly guard: Guard,
  ) {}

  /** @throws Error for a name that is not one, or was given before */
  async begin(name: string, signal: AbortSignal): Promise<PartFileWriter> {
    if (!/^[a-z]/.test(name) || this.names.has(name)) throw new Error(`a part cannot begin the file ${name}`);
    this.names.add(name);
    signal.throwIfAborted();
    const { wholeId, part, attempt } = this.job;
    const sink = await this.files.create({ wholeId, part, attempt, name });
    this.open.add(sink);
    return this.guard.guardWriter({
      write: async (chunk) => {
        signal.throwIfAborted();
        await sink.write(typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk);
      },
      close: async () => {
        signal.throwIfAborted();
        await sink.close();
        this.open.delete(sink);
      },
    });
  }

  async discard(): Promise<void> {
    const open = [...this.open];
    this.open.clear();
    await Promise.all(open.map((sink) => sink.discard()));
  }
}

/** What a part has no use for: it gives what it makes to the whole. */
const OF_WHOLE_JOBS: ReadonlySet<string> = new Set(['artefact', 'endRow', 'parts']);

function commonOf(context: SolveContext): Omit<PartContext, 'part' | 'file'> {
  const common = Object.entries(context).filter(([name]) => !OF_WHOLE_JOBS.has(name));
  return Object.fromEntries(common) as unknown as Omit<PartContext, 'part' | 'file'>;
}

/** The time of the whole, and what is left of it for a part that began later. */
function timeOf(
  { startedAt, deadlineAt }: PartJob,
  wholeStartedAt: Date,
  limitMs: number,
): Pick<PartContext, 'wallMs' | 'leftMs'> {
  const wallMs = Math.min(limitMs, deadlineAt.getTime() - wholeStartedAt.getTime());
  return { wallMs, leftMs: Math.max(0, wholeStartedAt.getTime() + wallMs - startedAt.getTime()) };
}

/** Does one part of a job: reads what it and the whole were asked, and lets the mode do it. Returns what the mode gave. */
export async function runPart(
  job: PartJob,
  { request: schema, solve }: PartDefinition,
  world: (request: unknown) => SolveContext,
  deps: {
    readonly database: Database;
    readonly files: PartFiles;
    readonly open: OpenPartFiles;
    /** See `SolvePart`. */
    readonly limitMs: number;
  },
): Promise<unknown> {
  const { wholeId, accountId, part } = job;
  const whole = await runningWhole(deps.database.forAccount(accountId), wholeId);
  // The whole has ended: so does the part, which is swept away with the others.
  if (whole === null) throw new AttemptAborted('fenced');
  const file = { wholeId, part, attempt: 0, name: REQUEST_FILE };
  const request = await keptJson(deps.files, file, job.request === '' ? null : job.request);
  const wholeAsked: unknown = parseJson(whole.request);
  const context = world(wholeAsked);
  const partContext: PartContext = {
    ...commonOf(context),
    ...timeOf(job, whole.startedAt ?? job.startedAt, deps.limitMs),
    jobId: wholeId,
    part,
    file: (name) => deps.open.begin(name, context.signal),
  };
  return solve(schema.parse(parseJson(request)), wholeAsked, partContext);
}
