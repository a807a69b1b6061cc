import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { type Audit, type Clock, forAccount, type Principal, ProblemError, Services } from '@ostiary/plugin-api';
import { FindingRow } from '../entities/finding.js';
import { HistoryRow } from '../entities/history.js';
import { Project } from '../entities/project.js';
import type { Decision } from '../finding-model.js';
import { newId } from '../ids.js';
import { allowedFrom, isSame, type Triage } from '../triage/transitions.js';
import { afterRow, type FindingFilter, orderOf, type RowPosition, type Sort, whereOf } from './finding-query.js';
import { Gating } from './gating.js';
import { dayOf } from './open-counts.js';
import { Projects } from './projects.js';

/** Findings of a project: listed, read, triaged. */
@Injectable()
export class Findings {
  constructor(
    @Inject(EntityManager) private readonly em: SqlEntityManager,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(Services.audit) private readonly audit: Audit,
    @Inject(Projects) private readonly projects: Projects,
    @Inject(Gating) private readonly gating: Gating,
  ) {}

  /** Findings of a branch, in the order asked for. */
  list(
    { id: projectId, accountId, defaultBranch }: Project,
    { branch = defaultBranch, ...filter }: FindingFilter,
    { sort, after, limit }: { readonly sort: Sort; readonly after: RowPosition | null; readonly limit: number },
  ): Promise<readonly FindingRow[]> {
    const where = whereOf(filter, dayOf(this.clock.now()));
    return forAccount(this.em, accountId).find(
      FindingRow,
      { $and: [{ accountId, projectId, branch }, ...where, ...(after ? [afterRow(sort, after)] : [])] },
      { orderBy: orderOf(sort), limit },
    );
  }

  /**
   * The rows of a finding on all branches, by its fingerprint or one it had before; the one that is meant first.
   * @throws ProblemError `not_found`
   */
  async find(
    accountId: string,
    projectId: string,
    fingerprint: string,
    branch?: string,
  ): Promise<readonly [FindingRow, ...FindingRow[]]> {
    const project = await this.projects.find(accountId, projectId);
    return rowsOf(forAccount(this.em, accountId), project, fingerprint, branch);
  }

  /**
   * Records a decision about a finding, for all branches. The same decision again changes nothing.
   * @throws ProblemError `not_found`, `transition_not_allowed`, `revision_conflict`
   */
  async triage(
    { accountId, keyId }: Principal,
    projectId: string,
    fingerprint: string,
    { revision, ...triage }: Triage & { readonly revision: number },
  ): Promise<void> {
    await forAccount(this.em, accountId).transactional(async (tx) => {
      const project = await tx.findOne(Project, { id: projectId, accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (project === null) throw new ProblemError('not_found');
      const rows = await rowsOf(tx, project, fingerprint);
      const [row] = rows;
      if (isSame(row, triage)) return;
      const allowed = rows.every(({ state }) => state === 'fixed') ? [] : allowedFrom(row.decision);
      if (!allowed.includes(triage.decision))
        throw new ProblemError('transition_not_allowed', {
          params: { from: row.decision, to: triage.decision },
          extensions: { allowed },
        });
      if (row.revision !== revision)
        throw new ProblemError('revision_conflict', { extensions: { current: row.revision } });
      const at = this.clock.now();
      const next = { ...triage, decidedBy: keyId, decidedAt: at, revision: revision + 1 };
      const finding = { accountId, projectId, fingerprint: row.fingerprint };
      await tx.nativeUpdate(FindingRow, finding, next);
      await tx.insert(HistoryRow, {
        ...finding,
        id: newId('evt'),
        at,
        event: { kind: 'triage', ...triage, by: keyId, revision: next.revision },
      });
      // What a gate counts has changed.
      for (const { branch } of rows) await this.gating.again(tx, project, branch);
      await this.audit.record(tx, {
        action: 'hunt.finding.triaged',
        account: accountId,
        subject: `${projectId}/${row.fingerprint}`,
        actor: { kind: 'key', id: keyId },
        detail: { decision: triage.decision, until: triage.until, revision: next.revision },
      });
    });
  }
}

/** @throws ProblemError `not_found` */
async function rowsOf(
  em: SqlEntityManager,
  { id: projectId, accountId, defaultBranch }: Project,
  fingerprint: string,
  branch?: string,
): Promise<readonly [FindingRow, ...FindingRow[]]> {
  const of = (where: FilterQuery<FindingRow>): Promise<FindingRow[]> =>
    em.find(FindingRow, { $and: [{ accountId, projectId }, where] }, { orderBy: { lastSeen: 'desc', branch: 'asc' } });
  const rows = await of({ fingerprint });
  // A rule was renamed: the fingerprint of before leads to the one of now.
  const found = rows.length > 0 ? rows : await of({ movedFrom: fingerprint });
  const [meant] = [branch, defaultBranch].flatMap((name) => found.filter((row) => row.branch === name));
  const first = branch === undefined ? (meant ?? found[0]) : found.find((row) => row.branch === branch);
  if (first === undefined) throw new ProblemError('not_found');
  return [first, ...found.filter((row) => row !== first)];
}

/** A decision as it stands for a finding today: one that has run out is open again. */
export function isExpired(
  { decision, until }: { decision: Decision; until?: string | null | undefined },
  now: Date,
): boolean {
  return decision === 'accepted_risk' && typeof until === 'string' && until <= dayOf(now);
}
