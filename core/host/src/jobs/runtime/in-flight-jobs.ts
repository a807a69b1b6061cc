/** Jobs that this process is at, by key: handed over and not yet handled to their end, or being solved before they are stored. */
export class InFlightJobs {
  private readonly keys = new Map<string, string>();

  get size(): number {
    return this.keys.size;
  }

  ofKey(keyId: string): number {
    let count = 0;
    for (const key of this.keys.values()) if (key === keyId) count += 1;
    return count;
  }

  began(jobId: string, keyId: string): void {
    this.keys.set(jobId, keyId);
  }

  ended(jobId: string): void {
    this.keys.delete(jobId);
  }
}
