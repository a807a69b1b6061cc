import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';

/** Work that comes again and again and may be long: it is done a batch at a time. */
export interface Chore {
  readonly name: string;
  /** Pause between the end of one run and the start of the next. */
  readonly everyMs: number;
  /** One run; each step is one batch, small enough that nobody waits long for the database. */
  run(): AsyncIterator<unknown>;
}

interface Turn {
  readonly chore: Chore;
  /** The run under way, kept over rounds. */
  run: AsyncIterator<unknown> | undefined;
  dueAt: number;
}

const ROUND_MS = 1_000;
/** Time a chore gets in a round: what is left over goes on in the next one. */
const SHARE_MS = 200;

/**
 * Runs chores in the background, each for a share of every second. Apart from the sweeper: a long chore must not delay the renewal
 * of leases. Every process runs them; a chore must bear that others do the same at the same time.
 * See docs/adr/0056.
 */
@Injectable()
export class Housekeeper {
  private turns: readonly Turn[] = [];
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = false;

  constructor(@Inject(Services.log) private readonly log: Logger) {}

  /** Begins with `chores`, all of which are due. */
  start(chores: readonly Chore[]): void {
    this.turns = chores.map((chore) => ({ chore, run: undefined, dueAt: 0 }));
    this.wait();
  }

  /** Waits for the batch under way; no other follows. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      this.round = this.work().finally(() => {
        if (!this.stopped) this.wait();
      });
    }, ROUND_MS);
  }

  private async work(): Promise<void> {
    for (const turn of this.turns) {
      if (this.stopped) return;
      if (turn.run === undefined && performance.now() < turn.dueAt) continue;
      await this.advance(turn);
    }
  }

  private async advance(turn: Turn): Promise<void> {
    const { chore } = turn;
    const end = performance.now() + SHARE_MS;
    try {
      turn.run ??= chore.run();
      let step: IteratorResult<unknown>;
      do step = await turn.run.next();
      while (step.done !== true && !this.stopped && performance.now() < end);
      if (step.done !== true) return;
    } catch (error) {
      this.log.warn({ err: error, chore: chore.name }, 'a chore failed; it is begun again later');
    }
    turn.run = undefined;
    turn.dueAt = performance.now() + chore.everyMs;
  }
}
