import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SolverGone, type SolverDefinition } from '@ostiary/plugin-api';
import { during, type Span, type Tracing } from '../tracing/tracing.js';

export type GoneReason = SolverGone['reason'];

interface Answer {
  readonly id: number;
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: string;
  /** When the child began and ended a request that is traced, milliseconds since 1970. */
  readonly times?: readonly [number, number];
}

interface Pending {
  /** The span of the request. */
  readonly span?: Span;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Variables a child may see: nothing of the host's configuration, so no secret shows in its environment. */
const PASSED_ENV = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG', 'TZ'];
// The extension is this file's own: .js when built, .ts when the tests run the source.
const PRELOAD = new URL(`./preload-worker${extname(import.meta.url)}`, import.meta.url);
const READY_TIMEOUT_MS = 30_000;
const STDERR_TAIL = 4_000;

/** One child process of a solver: start-up handshake, numbered requests, death. See docs/adr/0053. */
export class SolverProcess {
  readonly ready: Promise<void>;
  /** Resolves when the operating system has taken the process back. */
  readonly exited: Promise<void>;
  /** Requests answered so far. */
  served = 0;
  /** Resident set when it had started; 0 until its pool has measured it. */
  freshBytes = 0;
  private readonly child: ChildProcess;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private stderrTail = '';
  private goneReason: GoneReason | undefined;

  constructor(
    private readonly definition: SolverDefinition,
    /** Limit of V8's heap, MiB. */
    heapMb: number,
    private readonly onGone: (process: SolverProcess) => void,
    private readonly tracing: Tracing,
  ) {
    this.child = fork(fileURLToPath(definition.entry), [], {
      execPath: process.execPath,
      // The heap limit is the second line: the resident set is what the pool polls.
      // Room for short-lived objects: with what V8 takes by itself a hunt is a third larger, and no faster (bench/RESULTS.md).
      execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=16', '--import', PRELOAD.href],
      env: childEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.stderrTail = (this.stderrTail + chunk.toString('utf8')).slice(-STDERR_TAIL);
    });
    this.exited = new Promise((resolve) => {
      this.child.once('close', () => {
        this.die(this.deathReason());
        resolve();
      });
      this.child.once('error', () => {
        if (this.child.pid === undefined) {
          this.die('crashed');
          resolve();
        }
      });
    });
    this.ready = this.handshake();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get gone(): boolean {
    return this.goneReason !== undefined;
  }

  /** Why it is gone; undefined while it lives. */
  get deathCause(): GoneReason | undefined {
    return this.goneReason;
  }

  get waiting(): number {
    return this.pending.size;
  }

  /** The last of what the child wrote to its standard error, for the log of a crash. */
  get lastWords(): string {
    return this.stderrTail;
  }

  /** One request; the child answers in order. Rejects with SolverGone when the child dies, with Error when the solver threw. */
  request(payload: unknown): Promise<unknown> {
    const { id } = this.definition;
    return during(this.tracing, { name: `ask ${id}`, kind: 'client', attributes: { 'ostiary.solver': id } }, (span) =>
      this.ask(payload, span),
    );
  }

  private ask(payload: unknown, span: Span): Promise<unknown> {
    if (this.goneReason !== undefined) return Promise.reject(new SolverGone(this.goneReason));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, span });
      const { traceparent } = span;
      this.child.send({ id, payload, ...(traceparent !== null && { traceparent }) }, (error) => {
        if (error === null || !this.pending.delete(id)) return;
        reject(this.goneReason === undefined ? error : new SolverGone(this.goneReason));
      });
    });
  }

  /** SIGKILL: works on a child that computes without yielding. Pending requests reject at once with the reason. */
  kill(reason: GoneReason): void {
    this.child.kill('SIGKILL');
    this.die(reason);
  }

  private handshake(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.kill('crashed'), READY_TIMEOUT_MS);
      this.pending.set(0, {
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.child.on('message', (message: Answer | { readonly ready: true }) => {
        if ('ready' in message) this.take(0)?.resolve(undefined);
        else this.answer(message);
      });
    });
  }

  private answer(message: Answer): void {
    const pending = this.take(message.id);
    if (pending === undefined) return;
    this.served += 1;
    if (pending.span && message.times) this.tell(pending.span, message.times);
    if (message.ok) pending.resolve(message.value);
    else pending.reject(new Error(message.error ?? 'solver error'));
  }

  /** The child's own span. It sends none by itself: it has no libraries for that, and of the environment not the address to send to. */
  private tell({ traceparent }: Span, [startedAt, endedAt]: readonly [number, number]): void {
    const { id, engine } = this.definition;
    const attributes = {
      'ostiary.solver': id,
      'ostiary.solver.engine': `${engine.name} ${engine.version}`,
      ...(this.pid !== undefined && { 'process.pid': this.pid }),
    };
    this.tracing
      .begin({ name: `solve ${id}`, kind: 'server', parent: traceparent, startedAt, attributes })
      .end(endedAt);
  }

  private take(id: number): Pending | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    return pending;
  }

  /** V8 aborts on its heap limit; that is the memory cap too, seen from inside. */
  private deathReason(): GoneReason {
    return /heap out of memory|Array buffer allocation failed/i.test(this.stderrTail) ? 'memory' : 'crashed';
  }

  private die(reason: GoneReason): void {
    if (this.goneReason !== undefined) return;
    this.goneReason = reason;
    for (const pending of this.pending.values()) pending.reject(new SolverGone(reason));
    this.pending.clear();
    this.onGone(this);
  }
}

function childEnvironment(): NodeJS.ProcessEnv {
  const passed = PASSED_ENV.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(passed), SOLVER_PARENT: String(process.pid) };
}
