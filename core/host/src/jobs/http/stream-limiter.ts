import { ProblemError } from '@ostiary/plugin-api';
import type { StreamLimits, SharedStreamLimiter } from './shared-stream-limiter.js';

/**
 * Counts the open event streams by key and by job: those of this process, and with `shared` those of all processes together.
 * See docs/adr/0057.
 */
export class StreamLimiter {
  private readonly byKey = new Map<string, number>();
  private readonly byJob = new Map<string, number>();

  constructor(
    private readonly limits: StreamLimits,
    private readonly shared: SharedStreamLimiter | null,
  ) {}

  /**
   * Takes a slot; returns the function that gives it back, once.
   * @throws ProblemError `too_many_streams`
   */
  async take(keyId: string, jobId: string): Promise<() => void> {
    if ((this.byKey.get(keyId) ?? 0) >= this.limits.perKey || (this.byJob.get(jobId) ?? 0) >= this.limits.perJob)
      throw tooMany();
    this.count(keyId, jobId, 1);
    const leave = this.shared === null ? () => undefined : await this.shared.take(keyId, jobId);
    if (leave === null) {
      this.count(keyId, jobId, -1);
      throw tooMany();
    }
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.count(keyId, jobId, -1);
      leave();
    };
  }

  private count(keyId: string, jobId: string, by: number): void {
    add(this.byKey, keyId, by);
    add(this.byJob, jobId, by);
  }
}

function tooMany(): ProblemError {
  return new ProblemError('too_many_streams', { headers: { 'Retry-After': '5' } });
}

function add(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
