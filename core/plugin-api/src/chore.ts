import type { PluginContext } from './context.js';

/** Work that comes again and again in the background. */
export interface ChoreDeclaration {
  /** Lower case; unique in its plugin. It names the chore in the log, and in the database where it runs in one process. */
  readonly name: string;
  /** Pause between the end of one run and the start of the next, milliseconds; at least 100. */
  readonly everyMs: number;
  /**
   * `one`: in one process of the deployment at a time, whichever comes first; when that process dies another takes over within
   * fifteen seconds. `each`: in every process.
   */
  readonly on: 'one' | 'each';
  /**
   * One run. A promise runs by itself; long work on the database is rather an async generator that yields after each small batch, and
   * has a share of every second. `ctx.signal` aborts when the process stops, or when another process has taken the chore over: end then,
   * the stop waits for it. What it throws is logged, and the next run comes as usual.
   */
  run(ctx: PluginContext): Promise<void> | AsyncIterable<unknown>;
}
