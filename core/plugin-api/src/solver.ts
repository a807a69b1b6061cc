/** A solver runs in child processes of its own; the host keeps some warm. */
export interface SolverDeclaration {
  /** What `ctx.solver` is asked for. Several plugins may bring one solver: the same id, entry and engine. */
  readonly id: string;
  /** File URL of the module run in the child; it calls `serveSolver` of `@ostiary/plugin-api/solver-worker`. */
  readonly entry: URL;
  /** Cap of a child whose job has no profile: it is killed when its resident set passes so many MiB. A profile sets its own. */
  readonly memoryMb: number;
  /** Children kept ready. */
  readonly warm: number;
  /** A child is replaced after so many requests. */
  readonly recycleAfter: number;
  /** Name and version for GET /v1/version, e.g. `{ name: 'z3', version: '5.1.0' }`. */
  readonly engine: { readonly name: string; readonly version: string };
}

/** A declared solver. */
export interface SolverDefinition extends SolverDeclaration {
  readonly $type: 'ostiary.solver';
}

/** Declares a solver. */
export function defineSolver(declaration: SolverDeclaration): SolverDefinition {
  return Object.freeze({ ...declaration, $type: 'ostiary.solver' as const });
}

/** One borrowed child. Requests are answered in order; the payloads are structured-clone data. */
export interface SolverSession {
  /** Rejects with SolverGone when the child was killed (memory, solver time, deadline, cancel, crash). */
  request(payload: unknown): Promise<unknown>;
  /** Gives the child back; after that the session answers nothing. */
  release(): void;
}

/**
 * The child was killed or died. `reason` says by what; the host maps it to the job's error. `memory` and `solver_time` are the
 * budget of the job's profile: a mode that can answer without the solver may catch them and say what it could not decide.
 */
export class SolverGone extends Error {
  constructor(readonly reason: 'memory' | 'solver_time' | 'deadline' | 'cancelled' | 'crashed') {
    super(`solver process gone: ${reason}`);
    this.name = 'SolverGone';
  }
}
