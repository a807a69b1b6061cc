import type { HeldLease } from './chore-leases.js';

/** Work that comes again and again, of the host or of a plugin. */
export interface Chore {
  /** Unique in the deployment: `core/<what>` or `<plugin id>/<name>`. */
  readonly name: string;
  /** Pause between the end of one run and the start of the next. */
  readonly everyMs: number;
  /** In one process of the deployment at a time, or in each. */
  readonly on: 'one' | 'each';
  /** One run: a promise, or batches small enough that nobody waits long for the database. */
  run(signal: AbortSignal): Promise<void> | AsyncIterable<unknown>;
}

/** One run of a chore. */
export class ChoreRun {
  /** What the run threw. */
  failure: unknown;
  private readonly control = new AbortController();
  private readonly batches: AsyncIterator<unknown> | undefined;
  private readonly whole: Promise<void>;
  private finished = false;

  constructor(
    chore: Chore,
    private readonly lease: HeldLease | null,
  ) {
    lease?.onLost(() => this.abort());
    const work = begun(chore, this.control.signal);
    this.batches = Symbol.asyncIterator in work ? work[Symbol.asyncIterator]() : undefined;
    this.whole = Symbol.asyncIterator in work ? Promise.resolve() : this.settled(work);
  }

  get done(): boolean {
    return this.finished;
  }

  /** Tells the run to end. */
  abort(): void {
    this.control.abort();
  }

  /** Does one batch; false when there is no other to do now: the run is over, or goes on by itself. */
  async step(): Promise<boolean> {
    const { batches } = this;
    if (batches === undefined) return false;
    await this.settled(
      (async () => {
        const { done } = await batches.next();
        if (done !== true && !this.control.signal.aborted) return true;
        if (done !== true) await batches.return?.();
        return false;
      })(),
    );
    return !this.finished;
  }

  /** Resolves when nothing of the run goes on any more. A run in batches is over after the one under way. */
  async ended(): Promise<void> {
    if (this.batches !== undefined && !this.finished) {
      await this.settled(Promise.resolve(this.batches.return?.()).then(() => false));
    }
    await this.whole;
  }

  /** Lets other processes have the chore: after its pause when the run is over, at once when it was told to end before. */
  async giveBack(): Promise<void> {
    await this.lease?.giveBack(!this.control.signal.aborted);
  }

  /** Notes how a piece of work ended; it goes on only after true. */
  private async settled(work: Promise<boolean | void>): Promise<void> {
    try {
      if ((await work) === true) return;
    } catch (error) {
      this.failure = error;
    }
    this.finished = true;
  }
}

/** A chore that throws before its first await has failed as one that throws later. */
function begun(chore: Chore, signal: AbortSignal): Promise<void> | AsyncIterable<unknown> {
  try {
    return chore.run(signal);
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
