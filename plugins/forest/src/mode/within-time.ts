import type { SolveContext } from '@ostiary/plugin-api';

/**
 * Of the time of a job's solvers, and of its wall time, this part is for questions: the rest is for reading the model, replays, reports, and
 * for joining parts, which may have to wait for a busy machine. What is open then can be resumed; a job that is stopped leaves nothing.
 */
const [SOLVERS, WALL] = [0.7, 0.6];

interface Timed {
  readonly options: { readonly seconds?: number | undefined };
}

/** A request with the seconds in which questions may be begun, from now on; 0 where none may. All times are counted from the beginning of the whole job. */
export function withinTime<T extends Timed>(
  request: T,
  { solverMs, wallMs, leftMs }: Pick<SolveContext, 'solverMs' | 'wallMs' | 'leftMs'>,
): T & { readonly options: { readonly seconds: number } } {
  const gone = wallMs - leftMs;
  const asked = (request.options.seconds ?? Number.POSITIVE_INFINITY) * 1_000;
  const ms = Math.min(asked - gone, WALL * wallMs - gone, SOLVERS * (solverMs ?? Number.POSITIVE_INFINITY));
  return { ...request, options: { ...request.options, seconds: Math.max(0, ms) / 1_000 } };
}

/** A request of which nothing is begun: what is open of it is written down. */
export const unbegun = <T extends Timed>(request: T): T => ({
  ...request,
  options: { ...request.options, seconds: 0 },
});
