import { init, killThreads } from 'z3-solver';
import { checkOnce } from './check.js';
import type { SmtAnswer, SmtOptions, SmtScript, SmtSolver } from './solver.js';
import type { WasmModule } from './wasm.js';

export interface OpenedZ3 extends SmtSolver {
  /** As z3 says it, e.g. `Z3 5.1.0.0`. */
  readonly version: string;
  /** Ends the solver's threads; the process can then exit. No query may follow. */
  close(): Promise<void>;
}

/**
 * Starts z3 in this process (0.3-0.8 s, 100-180 MB) and keeps it warm. Queries are answered one at a time, each in a
 * context of its own; a query blocks the event loop until its `rlimit` is used up at the latest, so a service runs this
 * in a child process (see `z3`).
 */
export async function openZ3(): Promise<OpenedZ3> {
  const { Z3, em } = await init();
  const module: WasmModule = em;
  // The first use of the parser and the arithmetic costs 150 ms; pay it before the first question.
  checkOnce(
    Z3,
    module,
    { text: '(declare-const x Int)(assert (> x 0))', variables: [{ name: 'x', sort: 'Int' }] },
    { rlimit: 100_000 },
  );
  let tail: Promise<unknown> = Promise.resolve();
  let closed = false;
  return {
    version: Z3.get_full_version(),
    check(script: SmtScript, options: SmtOptions): Promise<SmtAnswer> {
      const answered = tail.then(() => {
        if (closed) throw new Error('the solver is closed');
        return checkOnce(Z3, module, script, options);
      });
      tail = answered.catch(() => undefined);
      return answered;
    },
    async close() {
      closed = true;
      await tail;
      await killThreads(em);
    },
  };
}
