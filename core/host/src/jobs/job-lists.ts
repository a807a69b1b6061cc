import { Inject, Injectable } from '@nestjs/common';
import { type Clock, Services } from '@ostiary/plugin-api';
import type { z } from 'zod';
import { type Database, DATABASE } from '../storage/database.js';
import { Cursors } from '../http/cursors.js';
import type { SolveList } from './http/solve-schema.js';
import { solveView } from './http/solve-view.js';
import { listJobs } from './store/read.js';
import type { JobStatus } from './transitions.js';

interface ListRequest {
  readonly mode?: string | undefined;
  readonly status?: JobStatus | undefined;
  readonly label?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Pages of an account's jobs. */
@Injectable()
export class JobLists {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Cursors) private readonly cursors: Cursors,
    @Inject(Services.clock) private readonly clock: Clock,
  ) {}

  /** One page, newest first; a cursor of another list or account counts as none. */
  async page(
    accountId: string,
    { mode, status, label, limit, cursor }: ListRequest,
  ): Promise<z.output<typeof SolveList>> {
    const scope = `solves ${accountId}`;
    const position = cursor === undefined ? null : this.cursors.read(scope, cursor);
    const jobs = await listJobs(this.database.forAccount(accountId), {
      accountId,
      limit: limit + 1,
      ...(mode === undefined ? {} : { mode }),
      ...(status === undefined ? {} : { status }),
      ...(label === undefined ? {} : { label }),
      ...(position === null ? {} : { before: { createdAt: position.at, id: position.id } }),
    });
    const page = jobs.slice(0, limit);
    const last = page.at(-1);
    const now = this.clock.now();
    return {
      object: 'list',
      data: page.map((job) => solveView(job, { now })),
      has_more: jobs.length > limit,
      next_cursor:
        jobs.length > limit && last !== undefined
          ? this.cursors.write(scope, { at: last.createdAt, id: last.id })
          : null,
    };
  }
}
