import { createHash } from 'node:crypto';
import { EntityManager, LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { canonicalJson } from '@ostiary/json';
import {
  type Clock,
  forAccount,
  type Jobs,
  type Language,
  type ListPosition,
  type Principal,
  ProblemError,
  Services,
  serviceToken,
  type Transaction,
} from '@ostiary/plugin-api';
import { ENGINE_NAME } from '../../mode/solver.js';
import { GRAPHS_NOT_HUNTED } from '../../request/graphs-not-hunted.js';
import type { HuntInput } from '../../request/request.js';
import { type GraphHunter, graphHunter } from '../../service.js';
import { Project } from '../entities/project.js';
import { Scan } from '../entities/scan.js';
import { newId } from '../ids.js';
import type { ScanOptions, ScanSubject } from '../scan-model.js';
import { Gating } from './gating.js';
import { lastFinished } from './last-scan.js';
import { Projects } from './projects.js';

/** A scan that is asked for. */
export interface AskedScan {
  readonly subject: ScanSubject;
  /** As mode hunt takes it; of a graph as it was sent, for whoever hunts graphs to read. */
  readonly hunt: HuntInput | GraphScan;
  readonly branch: string | undefined;
  readonly label: string | undefined;
  /** Whether a scan of the same input by the same engine will do. */
  readonly reuse: boolean;
  readonly onRunning: 'queue' | 'reject';
  /** Fields of the host for the job. */
  readonly job: Readonly<Record<string, unknown>>;
}

/** A graph to be hunted: only what projects look at. */
export interface GraphScan {
  readonly graph: unknown;
  readonly language?: Language | undefined;
}

/** What became of a request for a scan. */
export interface SubmittedScan {
  readonly scan: Scan;
  /** Nothing had changed since this scan: no new one was made. */
  readonly reused: boolean;
  /** An earlier request with the same key made it. */
  readonly replayed: boolean;
}

/** Thrown in the transaction that would store a scan: nothing of it is stored. */
class NotNeeded extends Error {
  constructor(readonly scan: Scan) {
    super('the scan is not needed');
  }
}

/** Scans: asked for, read, listed. */
@Injectable()
export class Scans {
  constructor(
    @Inject(EntityManager) private readonly em: SqlEntityManager,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(Services.jobs) private readonly jobs: Jobs,
    @Inject(Projects) private readonly projects: Projects,
    @Inject(Gating) private readonly gating: Gating,
    @Optional() @Inject(serviceToken(graphHunter)) private readonly graphs: GraphHunter | null = null,
  ) {}

  /**
   * Stores a scan with its job, unless the last one of the branch will do.
   * @throws ProblemError `not_found`, `scan_in_progress`, `idempotency_key_reused`, and as POST /v1/solves answers; `invalid_request` for a
   * graph where nobody hunts graphs
   */
  async submit(
    principal: Principal,
    projectId: string,
    asked: AskedScan,
    { key, language }: { readonly key: string | undefined; readonly language: Language },
  ): Promise<SubmittedScan> {
    const { accountId } = principal;
    const project = await this.projects.find(accountId, projectId);
    const request = this.requestOf(project, asked, language);
    // A request with a key must first be known not to be one that was sent before.
    const known = key === undefined ? await this.reusable(forAccount(this.em, accountId), project, request) : null;
    if (known !== null) return this.again(project, known);
    try {
      const { id: jobId, replayed } = await this.jobs.submit({
        principal,
        mode: 'hunt',
        body: { ...this.jobOf(project, request), ...request.hunt },
        language,
        // A key belongs to the project that is scanned.
        ...(key !== undefined && { idempotencyKey: sha256([project.id, key]) }),
        within: (tx, job) => this.store(tx, project, request, job),
      });
      const scan = await forAccount(this.em, accountId).findOneOrFail(Scan, { jobId, accountId });
      if (scan.requestDigest !== request.requestDigest) throw new ProblemError('idempotency_key_reused');
      return { scan, reused: false, replayed };
    } catch (error) {
      if (error instanceof NotNeeded) return this.again(project, error.scan);
      throw error;
    }
  }

  /** @throws ProblemError `not_found`, also for a scan of another project */
  async find(accountId: string, projectId: string, id: string): Promise<Scan> {
    const scan = await forAccount(this.em, accountId).findOne(Scan, { id, projectId, accountId });
    if (scan === null) throw new ProblemError('not_found');
    return scan;
  }

  /** Scans of a project, newest first. */
  async list(
    accountId: string,
    projectId: string,
    branch: string | undefined,
    { after, limit }: { readonly after: ListPosition | null; readonly limit: number },
  ): Promise<readonly Scan[]> {
    return forAccount(this.em, accountId).find(
      Scan,
      {
        accountId,
        projectId,
        ...(branch !== undefined && { branch }),
        ...(after && { $or: [{ createdAt: { $lt: after.at } }, { createdAt: after.at, id: { $lt: after.id } }] }),
      },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit },
    );
  }

  /** What lists of jobs say of it. */
  private jobOf(project: Project, { job, label, branch }: ScanRequest): Readonly<Record<string, unknown>> {
    return { ...job, ...(label !== undefined && { label }), metadata: { project_id: project.id, branch } };
  }

  private requestOf(project: Project, asked: AskedScan, language: Language): ScanRequest {
    const hunt = { ...asked.hunt, language: asked.hunt.language ?? language };
    const branch = asked.branch ?? project.defaultBranch;
    const { job, label, reuse, onRunning } = asked;
    return {
      ...asked,
      hunt,
      branch,
      engine: this.engineOf(asked.subject),
      inputDigest: `sha256:${sha256(hunt)}`,
      requestDigest: sha256([project.id, hunt, branch, job, label ?? null, reuse, onRunning]),
    };
  }

  private engineOf(subject: ScanSubject): string {
    if (subject === 'policy') return ENGINE_NAME;
    if (this.graphs === null) {
      const errors = [{ pointer: '/graph', ...GRAPHS_NOT_HUNTED }];
      throw new ProblemError('invalid_request', { errors });
    }
    return this.graphs.engine;
  }

  private async store(transaction: Transaction, project: Project, request: ScanRequest, jobId: string): Promise<void> {
    const tx = transaction as SqlEntityManager;
    const { id: projectId, accountId } = project;
    const { branch, engine, subject, inputDigest, requestDigest, label, hunt } = request;
    // Of two requests at once one sees what the other has stored.
    await tx.findOneOrFail(Project, { id: projectId, accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const known = await this.reusable(tx, project, request);
    if (known !== null) throw new NotNeeded(known);
    if (request.onRunning === 'reject') {
      const running = await tx.findOne(Scan, { accountId, projectId, branch, status: null });
      if (running !== null)
        throw new ProblemError('scan_in_progress', {
          headers: { 'Retry-After': '2' },
          extensions: { scan_id: running.id },
        });
    }
    await tx.insert(Scan, {
      id: newId('scn'),
      accountId,
      projectId,
      branch,
      jobId,
      label: label ?? null,
      requestDigest,
      inputDigest,
      engine,
      subject,
      options: 'graph' in hunt ? null : optionsOf(hunt),
      createdAt: this.clock.now(),
    });
  }

  /** The last finished scan of the branch, if it was of the same input by the same engine and may be used again. */
  private async reusable(em: SqlEntityManager, project: Project, request: ScanRequest): Promise<Scan | null> {
    if (!request.reuse) return null;
    const last = await lastFinished(em, project, request.branch, request.subject);
    return last?.inputDigest === request.inputDigest && last.engine === request.engine ? last : null;
  }

  /** Time has passed since: an acceptance may have run out. */
  private async again(project: Project, { id, accountId, branch }: Scan): Promise<SubmittedScan> {
    await forAccount(this.em, accountId).transactional((tx) => this.gating.again(tx, project, branch));
    return { scan: await this.find(accountId, project.id, id), reused: true, replayed: false };
  }
}

interface ScanRequest extends AskedScan {
  readonly branch: string;
  readonly engine: string;
  readonly inputDigest: string;
  readonly requestDigest: string;
}

const sha256 = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

function optionsOf({ options }: HuntInput): ScanOptions {
  const { classes, severities, max_findings: maxFindings, compare_with: accepted } = options;
  return {
    classes: classes ?? null,
    severities: severities ?? null,
    maxFindings,
    compared: accepted !== undefined,
  };
}
