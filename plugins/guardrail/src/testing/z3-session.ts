import type { SolverSession } from '@ostiary/plugin-api';
import { answering, type OpenedZ3 } from '@ostiary/smt';

/** Lends a z3 of this process as the host lends one of its children; `onRelease` is told when it comes back. */
export function borrowing(z3: OpenedZ3, onRelease: () => void = () => undefined): () => Promise<SolverSession> {
  return () => Promise.resolve({ request: answering(z3), release: onRelease });
}
