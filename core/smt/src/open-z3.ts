import type { SmtAnswer, SmtOptions, SmtSolver, SmtStep } from '@ostiary/policy/symbolic';
import { instantiation } from './instantiate.js';
import { KeptContext } from './kept-context.js';
import type { WasmModule } from './wasm.js';

export interface OpenedZ3 extends SmtSolver {
  /** As z3 says it, e.g. `Z3 5.1.0.0`. */
  readonly version: string;
  /** Ends the solver's threads; the process can then exit. No check may follow. */
  close(): Promise<void>;
}

/**
 * Starts z3 in this process (0.3-0.8 s, 100-180 MB) and keeps it warm. Checks are answered one at a time; a check blocks the event
 * loop until its `rlimit` is used up at the latest, so a service runs this in a child process (see `z3`).
 */
export async function openZ3(): Promise<OpenedZ3> {
  // Loaded here, and not with the module: the service's own process, which only starts solver children, has no use for it.
  const { init, killThreads } = await import('z3-solver');
  const { instantiateWasm, failed } = instantiation();
  const { Z3, em } = await Promise.race([init({ instantiateWasm }), failed]);
  const module: WasmModule = em;
  // The first use of the parser and the arithmetic costs 150 ms; pay it before the first question.
  const first = new KeptContext(Z3, module);
  first.check({ text: '(declare-const x Int)(assert (> x 0))', variables: [], assumptions: [] }, { rlimit: 100_000 });
  first.dispose();
  const kept = new Set<KeptContext>();
  let closed = false;
  return {
    version: Z3.get_full_version(),
    open() {
      if (closed) throw new Error('the solver is closed');
      const context = new KeptContext(Z3, module);
      kept.add(context);
      return {
        check: (step: SmtStep, options: SmtOptions): Promise<SmtAnswer> =>
          Promise.resolve().then(() => {
            if (!kept.has(context)) throw new Error('the context is closed');
            return context.check(step, options);
          }),
        close() {
          if (kept.delete(context)) context.dispose();
        },
      };
    },
    async close() {
      closed = true;
      for (const context of kept) context.dispose();
      kept.clear();
      await killThreads(em);
    },
  };
}
