import type { SolveContext } from '@ostiary/plugin-api';

/** Of the time of the solvers this part is for questions: the rest is for reading the model, replays and reports. */
const SHARE = 0.7;

/** Seconds after which nothing more is begun: what is open then can be resumed, while a job whose solvers are killed leaves nothing. */
const secondsFor = ({ solverMs }: Pick<SolveContext, 'solverMs'>): number =>
  solverMs === null ? Number.POSITIVE_INFINITY : (SHARE * solverMs) / 1_000;

/** A request that ends before its solvers would be killed. */
export function withinTime<T extends { readonly options: { readonly seconds?: number | undefined } }>(
  request: T,
  ctx: Pick<SolveContext, 'solverMs'>,
): T {
  const seconds = Math.min(request.options.seconds ?? Number.POSITIVE_INFINITY, secondsFor(ctx));
  return Number.isFinite(seconds) ? { ...request, options: { ...request.options, seconds } } : request;
}
