import type { Progress } from '@ostiary/plugin-api';

/** Progress is stored at most four times a second. */
export const PROGRESS_INTERVAL_MS = 250;

/**
 * Lets the first update of each interval through and keeps the newest of the rest for its end.
 * `store` is never called again before it has settled.
 */
export class ProgressThrottle {
  private latest: Progress | undefined;
  private storing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly store: (update: Progress) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  update(update: Progress): void {
    if (this.closed) return;
    this.latest = update;
    if (this.timer === undefined && this.storing === undefined) this.flush();
  }

  /** Stops; answers the newest update that was not stored, after the one on its way is. */
  async close(): Promise<Progress | undefined> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.storing;
    return this.latest;
  }

  private flush(): void {
    const update = this.latest;
    if (update === undefined) return;
    this.latest = undefined;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.next();
    }, PROGRESS_INTERVAL_MS);
    this.timer.unref();
    this.storing = this.store(update)
      .catch(this.onError)
      .finally(() => {
        this.storing = undefined;
        this.next();
      });
  }

  private next(): void {
    if (!this.closed && this.timer === undefined && this.storing === undefined) this.flush();
  }
}
