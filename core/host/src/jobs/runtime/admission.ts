import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@ostiary/plugin-api';
import { HOST_CONFIG } from '../../config/host-config.js';

/** Whether new jobs are taken now. */
@Injectable()
export class Admission {
  private readonly stop = new AbortController();
  private backlog = 0;

  constructor(@Inject(HOST_CONFIG) private readonly config: { readonly limits: { readonly backlog: number } }) {}

  /** No more jobs: the process is about to stop. */
  drain(): void {
    this.stop.abort();
  }

  /** Aborts when the process is about to stop: open streams end, and their readers come back to another one. */
  get stopping(): AbortSignal {
    return this.stop.signal;
  }

  /** Told by the sweeper each second; in between it is off by what came in that second. */
  measured(backlog: number): void {
    this.backlog = backlog;
  }

  /** Why no job is taken now, or null: `draining` or `overloaded`. */
  refusal(): ProblemError | null {
    if (this.stop.signal.aborted) return new ProblemError('draining', { headers: { 'Retry-After': '5' } });
    if (this.backlog >= this.config.limits.backlog)
      return new ProblemError('overloaded', { headers: { 'Retry-After': '10' } });
    return null;
  }
}
