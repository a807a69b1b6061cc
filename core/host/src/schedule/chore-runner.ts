import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import { type ChoreLeases, StoredChoreLeases } from './chore-leases.js';
import { type Chore, ChoreRun } from './chore-run.js';

interface Turn {
  readonly chore: Chore;
  /** The run under way, kept over rounds. */
  run: ChoreRun | undefined;
  /** When to look again, by `performance.now()`. */
  dueAt: number;
}

const ROUND_MS = 1_000;
/** Time that chores done in batches get in a round, each: what is left over goes on in the next one. */
const SHARE_MS = 200;

/**
 * Runs chores in the background, those of the host and of plugins alike: one whose run is an async generator for a share of every
 * second, any other by itself. Apart from the sweeper: a long chore must not delay the renewal of the leases of jobs.
 * See docs/adr/0056 and docs/adr/0133.
 */
@Injectable()
export class ChoreRunner {
  private turns: readonly Turn[] = [];
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = false;

  constructor(
    @Inject(StoredChoreLeases) private readonly leases: ChoreLeases,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  /** Begins with `chores`, all of which are due. */
  start(chores: readonly Chore[]): void {
    this.turns = chores.map((chore) => ({ chore, run: undefined, dueAt: 0 }));
    this.wait();
  }

  /**
   * Tells every run to end and waits for them, at most `patienceMs`; no other follows. A run that has not ended by then is left behind
   * and told of in the log.
   */
  async stop(patienceMs: number): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const { run } of this.turns) run?.abort();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([Promise.all([this.round, ...this.turns.map((turn) => this.end(turn))]), late]);
    clearTimeout(timer);
    const left = this.turns.filter(({ run }) => run !== undefined).map(({ chore }) => chore.name);
    if (left.length > 0) this.log.warn({ chores: left }, 'chores that did not end in time are left behind');
  }

  private wait(): void {
    const soonest = Math.min(ROUND_MS, ...this.turns.map(({ chore }) => chore.everyMs));
    this.timer = setTimeout(() => {
      this.round = this.work().finally(() => {
        if (!this.stopped) this.wait();
      });
    }, soonest);
  }

  private async work(): Promise<void> {
    for (const turn of this.turns) {
      if (this.stopped) return;
      if (turn.run === undefined && performance.now() >= turn.dueAt) await this.begin(turn);
      if (turn.run !== undefined) await this.advance(turn, turn.run);
    }
  }

  /** Begins a run, if no other process has the chore. */
  private async begin(turn: Turn): Promise<void> {
    const { chore } = turn;
    try {
      const lease = chore.on === 'each' ? null : await this.leases.take(chore);
      if (lease !== null && 'freeInMs' in lease) {
        turn.dueAt = performance.now() + Math.min(Math.max(lease.freeInMs, 1), chore.everyMs);
        return;
      }
      turn.run = new ChoreRun(chore, lease);
    } catch (error) {
      this.log.warn({ err: error, chore: chore.name }, 'a chore could not be begun; it is tried again later');
      turn.dueAt = performance.now() + chore.everyMs;
    }
  }

  private async advance(turn: Turn, run: ChoreRun): Promise<void> {
    const end = performance.now() + SHARE_MS;
    while (!run.done && !this.stopped && performance.now() < end && (await run.step())) continue;
    if (run.done) await this.settle(turn, run);
  }

  /** At the stop: the batch under way, or the whole of a run that has no batches, is waited for. */
  private async end(turn: Turn): Promise<void> {
    const { run } = turn;
    if (run === undefined) return;
    await this.round;
    await run.ended();
    await this.settle(turn, run);
  }

  private async settle(turn: Turn, run: ChoreRun): Promise<void> {
    const { chore } = turn;
    if (turn.run !== run) return;
    turn.run = undefined;
    turn.dueAt = performance.now() + chore.everyMs;
    if (run.failure !== undefined)
      this.log.warn({ err: run.failure, chore: chore.name }, 'a chore failed; it is begun again later');
    await run.giveBack().catch((error: unknown) => {
      // The lease lapses by itself.
      this.log.warn({ err: error, chore: chore.name }, 'the lease of a chore could not be given back');
    });
  }
}
