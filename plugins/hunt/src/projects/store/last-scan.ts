import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Project } from '../entities/project.js';
import { Scan } from '../entities/scan.js';
import type { ScanSubject } from '../scan-model.js';

/** The last scan of a branch that has succeeded, of one subject where that is named; null without one. */
export function lastFinished(
  em: SqlEntityManager,
  { accountId, id: projectId }: Pick<Project, 'accountId' | 'id'>,
  branch: string,
  subject?: ScanSubject,
): Promise<Scan | null> {
  return em.findOne(
    Scan,
    { accountId, projectId, branch, status: 'succeeded', ...(subject !== undefined && { subject }) },
    { orderBy: { finishedAt: 'desc', id: 'desc' } },
  );
}

/** The last scan of the default branch of each of some projects that has succeeded, by the project's id. */
export async function lastFinishedOf(
  em: SqlEntityManager,
  accountId: string,
  projects: readonly Project[],
): Promise<(projectId: string) => Scan | null> {
  if (projects.length === 0) return () => null;
  const newest = await em.execute<{ id: string }[]>(
    `select distinct on (s.project_id) s.id
     from hunt.scans s join hunt.projects p on p.id = s.project_id and p.default_branch = s.branch
     where s.account_id = ? and p.id in (${projects.map(() => '?').join(', ')}) and s.status = 'succeeded'
     order by s.project_id, s.finished_at desc, s.id desc`,
    [accountId, ...projects.map(({ id }) => id)],
  );
  const scans = await em.find(Scan, { accountId, id: { $in: newest.map(({ id }) => id) } });
  const byProject = new Map(scans.map((scan) => [scan.projectId, scan]));
  return (id) => byProject.get(id) ?? null;
}
