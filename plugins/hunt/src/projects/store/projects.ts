import { EntityManager, LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Audit,
  type Clock,
  forAccount,
  type ListPosition,
  type Principal,
  ProblemError,
  Services,
} from '@ostiary/plugin-api';
import { isDeepStrictEqual } from 'node:util';
import type { HuntConfig } from '../../config.js';
import { Project } from '../entities/project.js';
import type { Scan } from '../entities/scan.js';
import type { SeverityCounts } from '../gate/evaluate.js';
import { DEFAULT_GATE, type Gate, type GateResult } from '../gate/model.js';
import { newId } from '../ids.js';
import { Gating } from './gating.js';
import { lastFinished, lastFinishedOf } from './last-scan.js';
import { NO_FINDINGS, openCounts } from './open-counts.js';

/** A project with what is told beside it. */
export interface SeenProject {
  readonly project: Project;
  readonly open: SeverityCounts;
  readonly last: Scan | null;
}

/** Projects and their gates. */
@Injectable()
export class Projects {
  constructor(
    @Inject(EntityManager) private readonly em: SqlEntityManager,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(Services.audit) private readonly audit: Audit,
    @Inject(Services.config) private readonly config: HuntConfig,
    @Inject(Gating) private readonly gating: Gating,
  ) {}

  /**
   * Makes a project with the default gate.
   * @throws ProblemError `name_taken`, `project_limit`
   */
  async create(
    { accountId, keyId }: Principal,
    facts: Pick<Project, 'name' | 'description' | 'defaultBranch'>,
    within: (project: SeenProject, tx: SqlEntityManager) => Promise<void>,
  ): Promise<SeenProject> {
    const em = forAccount(this.em, accountId);
    try {
      return await em.transactional(async (tx) => {
        // Two at once are counted one after the other.
        await tx.execute("select pg_advisory_xact_lock(hashtext('hunt projects ' || ?))", [accountId]);
        const limit = this.config.projects_per_account;
        if ((await tx.count(Project, { accountId })) >= limit)
          throw new ProblemError('project_limit', { params: { limit }, extensions: { limit } });
        const made = { id: newId('prj'), accountId, createdAt: this.clock.now(), gateRevision: 1, gate: DEFAULT_GATE };
        const project = tx.create(Project, { ...facts, ...made });
        await tx.flush();
        const seen = { project, open: NO_FINDINGS, last: null };
        await within(seen, tx);
        await this.audit.record(tx, {
          action: 'hunt.project.created',
          account: accountId,
          subject: project.id,
          actor: { kind: 'key', id: keyId },
        });
        return seen;
      });
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      const other = await em.findOneOrFail(Project, { accountId, name: facts.name });
      throw new ProblemError('name_taken', { extensions: { id: other.id } });
    }
  }

  /** @throws ProblemError `not_found` also for another account's */
  async find(accountId: string, id: string): Promise<Project> {
    const project = await forAccount(this.em, accountId).findOne(Project, { id, accountId });
    if (project === null) throw new ProblemError('not_found');
    return project;
  }

  async see(accountId: string, id: string): Promise<SeenProject> {
    const project = await this.find(accountId, id);
    const em = forAccount(this.em, accountId);
    const open = await openCounts(em, accountId, [project], this.clock.now());
    return { project, open: open(id), last: await lastFinished(em, project, project.defaultBranch) };
  }

  /** Projects, newest first. */
  async list(accountId: string, after: ListPosition | null, limit: number): Promise<readonly SeenProject[]> {
    const em = forAccount(this.em, accountId);
    const projects = await em.find(
      Project,
      {
        accountId,
        ...(after && { $or: [{ createdAt: { $lt: after.at } }, { createdAt: after.at, id: { $lt: after.id } }] }),
      },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit },
    );
    const open = await openCounts(em, accountId, projects, this.clock.now());
    const last = await lastFinishedOf(em, accountId, projects);
    return projects.map((project) => ({ project, open: open(project.id), last: last(project.id) }));
  }

  /**
   * Sets the gate of a project and asks it of the last scan of the default branch. The same gate again keeps its revision.
   * @throws ProblemError `not_found`, `revision_conflict`, `scan_in_progress`
   */
  async setGate(
    { accountId, keyId }: Principal,
    id: string,
    revision: number,
    gate: Gate,
  ): Promise<{ readonly project: Project; readonly result: GateResult | null }> {
    await this.find(accountId, id);
    return forAccount(this.em, accountId).transactional(async (tx) => {
      const held = await heldProject(tx, accountId, id);
      const same = isDeepStrictEqual(held.gate, gate);
      if (!same && held.gateRevision !== revision)
        throw new ProblemError('revision_conflict', { extensions: { current: held.gateRevision } });
      const gateRevision = same ? held.gateRevision : revision + 1;
      const project = Object.assign(held, { gate, gateRevision });
      const result = await this.gating.again(tx, project, project.defaultBranch);
      if (same) return { project, result };
      await tx.nativeUpdate(Project, { id, accountId }, { gate, gateRevision });
      await this.audit.record(tx, {
        action: 'hunt.gate.changed',
        account: accountId,
        subject: id,
        actor: { kind: 'key', id: keyId },
        detail: { revision: gateRevision, conditions: gate.conditions.length, on_unknown: gate.onUnknown },
      });
      return { project, result };
    });
  }
}

/** What PostgreSQL says of a row that somebody else has locked. */
const LOCKED = '55P03';

/** The project, which nobody else changes until the transaction ends; refused at once while somebody does. */
async function heldProject(tx: SqlEntityManager, accountId: string, id: string): Promise<Project> {
  try {
    return await tx.findOneOrFail(Project, { id, accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE_OR_FAIL });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== LOCKED) throw error;
    throw new ProblemError('scan_in_progress', { headers: { 'Retry-After': '1' } });
  }
}
