import { Inject, Injectable } from '@nestjs/common';
import { parseJson } from '@ostiary/json';
import type { JobOwner, Jobs, JobState, JobSubmission } from '@ostiary/plugin-api';
import { Canceller } from './canceller.js';
import { type SeenJob, SolveReader } from './http/solve-reader.js';
import type { JobRecord } from './store/job-record.js';
import { Submitter } from './submit/submitter.js';
import { isTerminal } from './transitions.js';

/** `Services.jobs`: what code of plugins does with jobs. See the docstrings of `Jobs`, and docs/adr/0113. */
@Injectable()
export class JobsService implements Jobs {
  constructor(
    @Inject(Submitter) private readonly submitter: Submitter,
    @Inject(SolveReader) private readonly reader: SolveReader,
    @Inject(Canceller) private readonly canceller: Canceller,
  ) {}

  async submit({ principal, mode, body, idempotencyKey, language = 'en', within }: JobSubmission): Promise<{
    readonly id: string;
    readonly replayed: boolean;
  }> {
    const { job, replayed } = await this.submitter.submit({
      principal,
      body: { ...body, mode },
      bodyBytes: undefined,
      language,
      byCode: true,
      // Keys of code are apart from those that callers send, and from those of code that runs other modes.
      ...(idempotencyKey !== undefined && { key: { operation: `jobs.submit ${mode}`, key: idempotencyKey } }),
      ...(within !== undefined && { within }),
    });
    return { id: job.id, replayed };
  }

  async wait(
    { accountId }: JobOwner,
    id: string,
    { ms, signal = new AbortController().signal }: { readonly ms: number; readonly signal?: AbortSignal },
  ): Promise<JobState> {
    const job = await this.reader.find(accountId, id);
    const seen = await this.reader.wait(job, ({ status }) => isTerminal(status), ms, { signal, endsOnly: true });
    return this.stateOf(seen, true);
  }

  async read({ accountId }: JobOwner, id: string, options: { readonly result?: boolean } = {}): Promise<JobState> {
    return this.stateOf({ job: await this.reader.find(accountId, id) }, options.result ?? false);
  }

  async cancel({ accountId }: JobOwner, id: string): Promise<JobState> {
    return this.stateOf({ job: await this.canceller.cancel(await this.reader.find(accountId, id)) }, false);
  }

  private async stateOf(seen: SeenJob, withResult: boolean): Promise<JobState> {
    const { job } = seen;
    const text = withResult && job.status === 'succeeded' ? await this.reader.resultText(seen) : null;
    return { ...viewOf(job), ...(text === null ? {} : { result: parseJson(text) }) };
  }
}

function viewOf(job: JobRecord): Omit<JobState, 'result'> {
  const { id, mode, status, attempt, createdAt, startedAt, finishedAt, deadlineAt, progress, error } = job;
  return {
    id,
    mode,
    status,
    attempt,
    createdAt,
    startedAt,
    finishedAt,
    deadlineAt,
    progress,
    error,
    units: { reserved: job.units, charged: job.unitsCharged },
    resultArtefactId: job.resultArtefactId,
  };
}
