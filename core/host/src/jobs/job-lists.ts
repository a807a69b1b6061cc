import { Inject, Injectable } from '@nestjs/common';
import { type Clock, Services } from '@ostiary/plugin-api';
import type { z } from 'zod';
import { type Database, DATABASE } from '../storage/database.js';
import { Lists } from '../http/lists.js';
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
    @Inject(Lists) private readonly lists: Lists,
    @Inject(Services.clock) private readonly clock: Clock,
  ) {}

  /** One page, newest first; a cursor of another list or account counts as none. */
  async page(
    accountId: string,
    { mode, status, label, limit, cursor }: ListRequest,
  ): Promise<z.output<typeof SolveList>> {
    const list = `solves ${accountId}`;
    const after = this.lists.after(list, cursor);
    const rows = await listJobs(this.database.forAccount(accountId), {
      accountId,
      limit: limit + 1,
      ...(mode === undefined ? {} : { mode }),
      ...(status === undefined ? {} : { status }),
      ...(label === undefined ? {} : { label }),
      ...(after === null ? {} : { before: { createdAt: after.at, id: after.id } }),
    });
    const now = this.clock.now();
    return this.lists.page(list, {
      rows,
      limit,
      position: ({ createdAt: at, id }) => ({ at, id }),
      view: (job) => solveView(job, { now }),
    });
  }
}
