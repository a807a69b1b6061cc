import { SolverGone, type SolverDefinition, type SolverSession } from '@ostiary/plugin-api';
import { NO_TRACING, type Tracing } from '../tracing/tracing.js';
import { abortCause } from './attempt-aborted.js';
import { MemoryGauge } from './memory-gauge.js';
import { SolverProcess, type GoneReason } from './solver-process.js';
import { WaitingLine } from './waiting-line.js';

export interface PoolOptions {
  /** Most children at a time; never below `warm` of the definition. */
  readonly maxProcesses: number;
  /** Borrowers that may wait for a child; the next one is refused with SolverBusy. */
  readonly maxWaiting: number;
  /** Every cap a borrower may give, MiB; only the solver's own when absent. */
  readonly capsMb?: readonly number[];
  /** Told of each child that crashed or passed its memory cap. */
  readonly onDeath?: (death: {
    readonly solver: string;
    readonly reason: GoneReason;
    readonly lastWords: string;
  }) => void;
  /** Told when the memory of children can no longer be measured; once until it can be again. */
  readonly onFault?: (error: unknown) => void;
  /** Where requests are told of; nowhere when absent. */
  readonly tracing?: Tracing;
  /** Resident set of a process in bytes; the operating system's when absent. */
  readonly residentBytes?: (pid: number) => Promise<number>;
}

export interface PoolStats {
  readonly starting: number;
  readonly idle: number;
  readonly busy: number;
  readonly waiting: number;
}

/** What one borrower has of a child. */
interface Hold {
  readonly capBytes: number;
}

/** More borrowers than the pool lets wait. */
export class SolverBusy extends Error {
  constructor(readonly solver: string) {
    super(`no free process of solver ${solver}, and too many wait for one`);
    this.name = 'SolverBusy';
  }
}

const MIB = 1024 * 1024;
const MEMORY_POLL_MS = 100;
/** Share of a cap that may be taken before a borrower's first request: by the child itself, or by what an earlier one left in it. */
const TAKEN_AT_MOST = 0.75;
const FIRST_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 30_000;
/** Reached with the third failed start in a row. */
const BROKEN_BACKOFF_MS = 800;

/**
 * Children of one solver. `warm` of them are kept ready; more are started on demand up to `maxProcesses`.
 * INVARIANT: a child serves one borrower at a time, and one given back unclean (a request still open) is killed, never reused.
 * INVARIANT: whoever gets a child has a quarter of its cap left in it, whoever had it before.
 */
export class SolverPool {
  private readonly starting = new Set<SolverProcess>();
  private readonly idle: SolverProcess[] = [];
  private readonly busy = new Map<SolverProcess, Hold>();
  private readonly line: WaitingLine<SolverProcess>;
  private readonly gauge: MemoryGauge;
  private memoryTimer: NodeJS.Timeout | undefined;
  private restartTimer: NodeJS.Timeout | undefined;
  private backoff = 0;
  private measuring = false;
  private closed = false;

  constructor(
    private readonly definition: SolverDefinition,
    private readonly options: PoolOptions,
  ) {
    this.line = new WaitingLine(options.maxWaiting, () => new SolverBusy(definition.id));
    this.gauge = new MemoryGauge(options.residentBytes, options.onFault);
  }

  /** Starts the warm children; does not wait for them. */
  start(): void {
    this.refill();
  }

  /**
   * A session with a child of its own. When `signal` aborts, the child is killed and its requests reject with SolverGone
   * (`deadline`, `solver_time` or `cancelled`); when its resident set passes `memoryMb`, with `memory`.
   * Rejects with SolverBusy when too many wait, with SolverGone when aborted while waiting, or when even a fresh child leaves no
   * room under the cap (`memory`).
   */
  async borrow(signal: AbortSignal, memoryMb = this.definition.memoryMb): Promise<SolverSession> {
    if (this.closed) throw new SolverGone('cancelled');
    if (signal.aborted) throw new SolverGone(reasonOf(signal));
    const child = this.idle.pop() ?? (await this.waitForChild(signal));
    if (!fits(child, memoryMb)) {
      if (!child.gone) this.offer(child);
      throw new SolverGone('memory');
    }
    this.busy.set(child, { capBytes: memoryMb * MIB });
    this.refill();
    return this.session(child, signal);
  }

  /** False after several children in a row died before they were ready. */
  get canStart(): boolean {
    return this.backoff < BROKEN_BACKOFF_MS;
  }

  /** False while the memory of children cannot be measured: then those at work are killed, because no cap holds them. */
  get holdsCaps(): boolean {
    return this.gauge.works;
  }

  stats(): PoolStats {
    return { starting: this.starting.size, idle: this.idle.length, busy: this.busy.size, waiting: this.line.length };
  }

  /** Kills every child and waits until the operating system has taken them back. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.memoryTimer);
    clearTimeout(this.restartTimer);
    this.line.refuseAll(new SolverGone('cancelled'));
    const children = [...this.starting, ...this.idle, ...this.busy.keys()];
    for (const child of children) child.kill('cancelled');
    await Promise.all(children.map((child) => child.exited));
  }

  private waitForChild(signal: AbortSignal): Promise<SolverProcess> {
    const turn = this.line.wait(signal, () => new SolverGone(reasonOf(signal)));
    this.refill();
    return turn;
  }

  private session(child: SolverProcess, signal: AbortSignal): SolverSession {
    let held = true;
    const kill = (): void => child.kill(reasonOf(signal));
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    return {
      request: (payload) => (held ? child.request(payload) : Promise.reject(new Error('solver session was released'))),
      release: () => {
        if (!held) return;
        held = false;
        signal.removeEventListener('abort', kill);
        void this.takeBack(child);
      },
    };
  }

  private async takeBack(child: SolverProcess): Promise<void> {
    if (child.gone) return;
    const resident = await this.measure(child);
    const worn =
      child.served >= this.definition.recycleAfter || resident > TAKEN_AT_MOST * this.leastCapMb(child) * MIB;
    if (child.waiting > 0 || worn) return child.kill('cancelled');
    if (!child.gone) this.offer(child);
  }

  private offer(child: SolverProcess): void {
    this.busy.set(child, { capBytes: this.ownCapBytes });
    if (this.line.give(child)) return;
    this.busy.delete(child);
    this.idle.push(child);
  }

  /** Starts children until those free or starting cover the warm count and everyone in the line. */
  private refill(): void {
    if (this.closed || this.restartTimer !== undefined) return;
    const max = Math.max(this.options.maxProcesses, this.definition.warm);
    const wanted = Math.max(this.definition.warm, this.line.length);
    while (
      this.starting.size + this.idle.length < wanted &&
      this.starting.size + this.idle.length + this.busy.size < max
    )
      this.spawn();
  }

  private spawn(): void {
    this.memoryTimer ??= setInterval(() => void this.enforceMemory(), MEMORY_POLL_MS).unref();
    const heapMb = Math.max(this.definition.memoryMb, ...(this.options.capsMb ?? []));
    const child = new SolverProcess(
      this.definition,
      heapMb,
      (dead) => this.forget(dead),
      this.options.tracing ?? NO_TRACING,
    );
    this.starting.add(child);
    child.ready.then(
      () => this.admit(child),
      () => undefined,
    ); // `forget` has heard of the death already
  }

  private async admit(child: SolverProcess): Promise<void> {
    child.freshBytes = await this.measure(child);
    if (child.gone) return;
    this.backoff = 0;
    this.starting.delete(child);
    this.offer(child);
  }

  /** A child that dies before it is ready would be restarted without end: wait longer each time, and tell those who wait. */
  private startFailed(): void {
    if (this.closed) return;
    this.line.refuseAll(new SolverGone('crashed'));
    this.backoff = Math.min(MAX_BACKOFF_MS, this.backoff === 0 ? FIRST_BACKOFF_MS : this.backoff * 2);
    this.restartTimer ??= setTimeout(() => {
      this.restartTimer = undefined;
      this.refill();
    }, this.backoff).unref();
  }

  private forget(child: SolverProcess): void {
    if (this.starting.delete(child)) this.startFailed();
    this.busy.delete(child);
    const at = this.idle.indexOf(child);
    if (at >= 0) this.idle.splice(at, 1);
    const reason = child.deathCause;
    if (reason === 'crashed' || reason === 'memory') {
      this.options.onDeath?.({ solver: this.definition.id, reason, lastWords: child.lastWords });
    }
    this.refill();
  }

  private async enforceMemory(): Promise<void> {
    if (this.measuring) return;
    this.measuring = true;
    try {
      for (const child of [...this.busy.keys(), ...this.starting]) {
        if (child.gone) continue;
        const hold = this.busy.get(child);
        const resident = await this.gauge.measure(child);
        // Given back meanwhile, or to another: what was measured is not the new borrower's.
        if (this.busy.get(child) !== hold) continue;
        if (resident === null) continue;
        if (resident === 'lost' || resident > (hold?.capBytes ?? this.ownCapBytes)) child.kill('memory');
      }
    } finally {
      this.measuring = false;
    }
  }

  private get ownCapBytes(): number {
    return this.definition.memoryMb * MIB;
  }

  /** Of the caps under which a fresh child has room: it may be handed to a borrower with any of these. */
  private leastCapMb(child: SolverProcess): number {
    return Math.min(...[this.definition.memoryMb, ...(this.options.capsMb ?? [])].filter((cap) => fits(child, cap)));
  }

  /** 0 where this measurement failed; `enforceMemory` goes on measuring. */
  private async measure(child: SolverProcess): Promise<number> {
    const bytes = await this.gauge.measure(child);
    return typeof bytes === 'number' ? bytes : 0;
  }
}

/** Whether a child, as it was when it had started, leaves room under a cap. */
function fits(child: SolverProcess, capMb: number): boolean {
  return child.freshBytes <= TAKEN_AT_MOST * capMb * MIB;
}

function reasonOf(signal: AbortSignal): GoneReason {
  const cause = abortCause(signal);
  return cause === 'deadline' || cause === 'solver_time' ? cause : 'cancelled';
}
