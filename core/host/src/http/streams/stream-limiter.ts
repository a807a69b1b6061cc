import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@ostiary/plugin-api';
import { HOST_CONFIG } from '../../config/host-config.js';
import { SharedStreamLimiter, type StreamConfig } from './shared-stream-limiter.js';

/**
 * Counts the open event streams by key and by job: those of this process, and with Redis those of all processes together.
 * See docs/adr/0057.
 */
@Injectable()
export class StreamLimiter {
  private readonly byKey = new Map<string, number>();
  private readonly byJob = new Map<string, number>();

  constructor(
    @Inject(HOST_CONFIG) private readonly config: StreamConfig,
    @Inject(SharedStreamLimiter) private readonly shared: Pick<SharedStreamLimiter, 'take'>,
  ) {}

  /**
   * Takes a slot; returns the function that gives it back, once.
   * @throws ProblemError `too_many_streams`
   */
  async take(keyId: string, jobId: string): Promise<() => void> {
    const { streamsPerKey, streamsPerJob } = this.config.limits;
    if ((this.byKey.get(keyId) ?? 0) >= streamsPerKey || (this.byJob.get(jobId) ?? 0) >= streamsPerJob) throw tooMany();
    this.count(keyId, jobId, 1);
    const leave = await this.shared.take(keyId, jobId);
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
