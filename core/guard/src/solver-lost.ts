/** No solver could be had, or it was lost while it worked. The decision itself does not need one. */
export class SolverLost extends Error {
  constructor(
    readonly reason: 'solver_unavailable' | 'solver_memory' | 'solver_time' | 'solver_crashed',
    cause: unknown,
  ) {
    super(reason, { cause });
    this.name = 'SolverLost';
  }
}
