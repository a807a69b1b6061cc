import type { SolverSession } from '@ostiary/plugin-api';
import { AttemptAborted } from './attempt-aborted.js';

interface Budget {
  /** Time the solvers of the attempt may take, all together, milliseconds; unlimited when undefined. */
  readonly solverMs: number | undefined;
  /** Cap of each child, MiB; the solver's own when undefined. */
  readonly memoryMb: number | undefined;
}

/**
 * What the solvers of one attempt may take. Time runs while a session has a request open, for each such session by itself;
 * waiting for a child and the start of one cost nothing. Once it is used up, `signal` aborts for good: the attempt's children are
 * killed, and it gets no others. The attempt itself goes on.
 * See docs/adr/0055.
 */
export class SolverBudget {
  private readonly control = new AbortController();
  private usedMs = 0;
  /** Sessions with a request open. */
  private working = 0;
  private since = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly budget: Budget) {}

  get memoryMb(): number | undefined {
    return this.budget.memoryMb;
  }

  get signal(): AbortSignal {
    return this.control.signal;
  }

  /** The session, with its requests counted against the budget. */
  meter(session: SolverSession): SolverSession {
    let open = 0;
    return {
      request: async (payload) => {
        if (open === 0) this.change(1);
        open += 1;
        try {
          return await session.request(payload);
        } finally {
          open -= 1;
          if (open === 0) this.change(-1);
        }
      },
      release: () => session.release(),
    };
  }

  /** Stops the clock; to be called when the attempt is over. */
  close(): void {
    clearTimeout(this.timer);
  }

  private change(by: 1 | -1): void {
    const now = performance.now();
    this.usedMs += this.working * (now - this.since);
    this.since = now;
    this.working += by;
    clearTimeout(this.timer);
    const { solverMs } = this.budget;
    if (solverMs === undefined || this.working === 0) return;
    const leftMs = Math.max(0, (solverMs - this.usedMs) / this.working);
    this.timer = setTimeout(() => this.control.abort(new AttemptAborted('solver_time')), leftMs);
  }
}
