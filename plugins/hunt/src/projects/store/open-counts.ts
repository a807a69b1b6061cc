import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { SeverityCounts } from '../gate/evaluate.js';

export const NO_FINDINGS: SeverityCounts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };

/** The day it is, in UTC. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Of a row `f`: an acceptance that has run out. Takes the day. */
export const EXPIRED = "f.decision = 'accepted_risk' and f.until <= ?";

/** Of a row `f`: it is not fixed, not accepted for now, and no false positive. Takes the day. */
export const OPEN = `f.state <> 'fixed' and (f.decision in ('open', 'confirmed') or (${EXPIRED}))`;

/**
 * How many findings of the default branches of projects are open, by severity.
 * @returns a function of the project's id
 */
export async function openCounts(
  em: SqlEntityManager,
  accountId: string,
  projects: readonly { readonly id: string }[],
  now: Date,
): Promise<(projectId: string) => SeverityCounts> {
  if (projects.length === 0) return () => NO_FINDINGS;
  const rows = await em.execute<{ project: string; severity: keyof SeverityCounts; count: number }[]>(
    `select f.project_id as project, f.severity, count(*)::int as count
     from hunt.findings f join hunt.projects p on p.id = f.project_id and p.default_branch = f.branch
     where f.account_id = ? and p.id in (${projects.map(() => '?').join(', ')}) and ${OPEN}
     group by f.project_id, f.severity`,
    [accountId, ...projects.map(({ id }) => id), dayOf(now)],
  );
  const counts = Map.groupBy(rows, ({ project }) => project);
  return (id) => ({
    ...NO_FINDINGS,
    ...Object.fromEntries((counts.get(id) ?? []).map(({ severity, count }) => [severity, count])),
  });
}
