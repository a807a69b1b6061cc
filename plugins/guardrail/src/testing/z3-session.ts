import type { SolverSession } from '@ostiary/plugin-api';
import type { OpenedZ3 } from '@ostiary/smt';

/** Lends a z3 of this process as the host lends one of its children; `onRelease` is told when it comes back. */
export function borrowing(z3: OpenedZ3, onRelease: () => void = () => undefined): () => Promise<SolverSession> {
  return () =>
    Promise.resolve({
      request: async (payload) => {
        const { script, options } = payload as {
          script: Parameters<OpenedZ3['check']>[0];
          options: Parameters<OpenedZ3['check']>[1];
        };
        return { kind: 'answer', answer: await z3.check(script, options) };
      },
      release: onRelease,
    });
}
