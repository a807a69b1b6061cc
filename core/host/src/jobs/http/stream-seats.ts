import { ProblemError } from '@ostiary/plugin-api';

/** Counts the open event streams of this process, by key and by job. */
export class StreamSeats {
  private readonly byKey = new Map<string, number>();
  private readonly byJob = new Map<string, number>();

  constructor(private readonly limits: { readonly perKey: number; readonly perJob: number }) {}

  /**
   * Takes a seat; answers the function that gives it back, once.
   * @throws ProblemError `too_many_streams`
   */
  take(keyId: string, jobId: string): () => void {
    if ((this.byKey.get(keyId) ?? 0) >= this.limits.perKey || (this.byJob.get(jobId) ?? 0) >= this.limits.perJob) {
      throw new ProblemError('too_many_streams', { headers: { 'Retry-After': '5' } });
    }
    add(this.byKey, keyId, 1);
    add(this.byJob, jobId, 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      add(this.byKey, keyId, -1);
      add(this.byJob, jobId, -1);
    };
  }
}

function add(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
