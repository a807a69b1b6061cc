/** Values of one request that are never stored, by their pointers. */
export type UnstoredValues = ReadonlyMap<string, string>;

interface Held {
  readonly accountId: string;
  /** JSON of the values. */
  readonly bytes: Buffer;
  readonly timer: NodeJS.Timeout;
  /** Whether its job is stored: before that, nobody can say that it has ended. */
  stored: boolean;
}

/** All values held at once, at most: each waits for a job, and a queue that stands must not fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024;
/** A longer wait than a timer can take would end at once. */
const MOST_MS = 2 ** 31 - 1;

/** The values of jobs that this process took and that have not ended. They are in its memory and nowhere else. */
export class HeldValues {
  readonly #held = new Map<string, Held>();
  #size = 0;

  /** Ids of the stored jobs whose values are held. */
  get jobs(): readonly string[] {
    return [...this.#held].filter(([, { stored }]) => stored).map(([id]) => id);
  }

  /** Holds the values of a job until `forget`, at most `ms`. False when there is no room. */
  hold(jobId: string, accountId: string, values: UnstoredValues, ms: number): boolean {
    this.forget(jobId);
    const bytes = Buffer.from(JSON.stringify([...values]));
    if (this.#size + bytes.length > MOST_BYTES) {
      bytes.fill(0);
      return false;
    }
    const timer = setTimeout(() => this.forget(jobId), Math.min(ms, MOST_MS)).unref();
    this.#held.set(jobId, { accountId, bytes, timer, stored: false });
    this.#size += bytes.length;
    return true;
  }

  /** Notes that the job is stored. */
  stored(jobId: string): void {
    const held = this.#held.get(jobId);
    if (held !== undefined) held.stored = true;
  }

  /** The JSON of a job's values, if they are held for that account. It is zeroed by `forget`: copy or use it at once. */
  bytesOf(jobId: string, accountId: string): Buffer | undefined {
    const held = this.#held.get(jobId);
    return held?.accountId === accountId ? held.bytes : undefined;
  }

  /** Overwrites the values of a job. */
  forget(jobId: string): void {
    const held = this.#held.get(jobId);
    if (held === undefined) return;
    clearTimeout(held.timer);
    held.bytes.fill(0);
    this.#size -= held.bytes.length;
    this.#held.delete(jobId);
  }

  forgetAll(): void {
    for (const id of this.#held.keys()) this.forget(id);
  }
}

/** Reads what `HeldValues` wrote. */
export function valuesIn(bytes: Buffer): UnstoredValues {
  return new Map(JSON.parse(bytes.toString('utf8')) as [string, string][]);
}
