import { parseJson } from '@ostiary/json';
import type { Deployment } from '../../plugins/deployment.js';
import type { PluginRegistry } from '../../plugins/registry.js';
import type { MovedJob } from '../store/move.js';
import type { AttemptPlan } from './attempt.js';
import { summarise } from './summarise.js';

/**
 * Does the part that a job is.
 * @param limitMs wall time that an attempt at the whole may have, milliseconds, where its deadline is not sooner
 */
export type SolvePart = (world: Parameters<AttemptPlan['solve']>[0], limitMs: number) => Promise<unknown>;

/** What an attempt at a job is to do, and within which bounds; null when its mode is not loaded here. */
export function planOf(
  job: MovedJob,
  registry: PluginRegistry,
  { profiles, defaultProfile }: Deployment,
  solvePart: SolvePart,
): AttemptPlan | null {
  const mode = registry.mode(job.mode);
  const body = registry.bodyOf(job.mode, job.variant);
  if (mode === undefined || body === undefined) return null;
  const left = job.deadlineAt.getTime() - (job.startedAt ?? job.createdAt).getTime();
  // Undefined when it is no longer there: the mode's own limits hold.
  const budget = profiles.get(job.profile ?? defaultProfile);
  const limitMs = Math.min((body.limits ?? mode.limits).seconds * 1_000, budget?.wall_ms ?? Infinity);
  const common = {
    events: body.progress,
    solvers: [...(mode.solvers ?? []), ...(body.solvers ?? [])],
    wallMs: Math.min(limitMs, left),
    solverMs: budget?.solver_ms,
    memoryMb: budget?.memory_mb,
  };
  if (job.parentId !== null) {
    if (body.part === undefined) return null;
    return {
      ...common,
      solve: (world) => solvePart(world, limitMs),
      summary: () => null,
      result: body.part.result,
      part: undefined,
      endTable: undefined,
      wholeNeeds: null,
      artefacts: [],
    };
  }
  let request: unknown;
  return {
    ...common,
    solve: (world) => {
      request = parseJson(job.request ?? 'null');
      return body.solve(request, world(request));
    },
    summary: (answer) => summarise(body, answer, request),
    result: body.result,
    part: body.part,
    endTable: registry.endTableOf(body),
    wholeNeeds: body.details?.alsoNeeds ?? null,
    artefacts: body.artefacts ?? mode.artefacts ?? [],
  };
}
