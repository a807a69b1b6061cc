import { EntityManager, LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { asHost, type Clock, forAccount, Services } from '@ostiary/plugin-api';
import { Project } from '../entities/project.js';
import { Scan } from '../entities/scan.js';
import { evaluateGate, type Measured, type SeverityCounts } from '../gate/evaluate.js';
import type { GateResult } from '../gate/model.js';
import { SCAN_SUBJECTS, type StoredReport } from '../scan-model.js';
import { lastFinished } from './last-scan.js';
import { dayOf, EXPIRED, NO_FINDINGS, OPEN } from './open-counts.js';

const DAY_MS = 86_400_000;

type GatedScan = Pick<Scan, 'id' | 'accountId' | 'projectId' | 'branch' | 'subject'>;

/** Asks the gate of a project of a scan and the findings as they are after it. */
export async function gateOf(
  em: SqlEntityManager,
  { gate, gateRevision }: Project,
  scan: GatedScan,
  report: StoredReport,
  now: Date,
): Promise<GateResult> {
  return evaluateGate({ ...gate, revision: gateRevision }, await measured(em, scan, report, now));
}

/** Gates scans again when something changes that a gate looks at: the gate, a decision, the day. */
@Injectable()
export class Gating {
  constructor(
    @Inject(EntityManager) private readonly em: SqlEntityManager,
    @Inject(Services.clock) private readonly clock: Clock,
  ) {}

  /** Gates the last scans of branches where an acceptance has just run out; one branch a step. */
  async *acceptancesEnded(): AsyncGenerator<void> {
    const now = this.clock.now();
    // Whoever runs it comes by several times a day; what was missed in between is of yesterday.
    const days = [dayOf(now), dayOf(new Date(now.getTime() - DAY_MS))];
    const branches = await asHost(this.em).execute<{ account: string; project: string; branch: string }[]>(
      `select distinct account_id as account, project_id as project, branch from hunt.findings
       where decision = 'accepted_risk' and state <> 'fixed' and until in (?, ?)`,
      days,
    );
    for (const { account, project: id, branch } of branches) {
      await forAccount(this.em, account).transactional(async (tx) => {
        const project = await tx.findOne(Project, { id, accountId: account }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (project !== null) await this.again(tx, project, branch);
      });
      yield;
    }
  }

  /** Asks the gate of a project of the last finished scan of a branch, again. Returns null when there is none. */
  async again(tx: SqlEntityManager, project: Project, branch: string): Promise<GateResult | null> {
    const last = await lastFinished(tx, project, branch);
    if (!last?.report) return null;
    const gate = await gateOf(tx, project, last, last.report, this.clock.now());
    await tx.nativeUpdate(Scan, { id: last.id, accountId: project.accountId }, { gate });
    return gate;
  }
}

async function measured(
  em: SqlEntityManager,
  { id, accountId, projectId, branch, subject }: GatedScan,
  report: StoredReport,
  now: Date,
): Promise<Measured> {
  const day = dayOf(now);
  // A branch with a policy and a graph does not pass by the one while nobody knows about the other.
  const others = await Promise.all(
    SCAN_SUBJECTS.filter((other) => other !== subject).map((other) =>
      lastFinished(em, { accountId, id: projectId }, branch, other),
    ),
  );
  const reports = [report, ...others.flatMap((other) => other?.report ?? [])];
  const rows = await em.execute<{ severity: keyof SeverityCounts; open: number; fresh: number; expired: number }[]>(
    `select f.severity, count(*) filter (where ${OPEN})::int as open,
       count(*) filter (where ${OPEN} and f.state in ('new', 'reopened') and f.last_scan = ?)::int as fresh,
       count(*) filter (where f.state <> 'fixed' and ${EXPIRED})::int as expired
     from hunt.findings f where f.account_id = ? and f.project_id = ? and f.branch = ? group by f.severity`,
    [day, day, id, day, accountId, projectId, branch],
  );
  const counts = (of: 'open' | 'fresh'): SeverityCounts => ({
    ...NO_FINDINGS,
    ...Object.fromEntries(rows.map((row) => [row.severity, row[of]])),
  });
  return {
    overall: counts('open'),
    fresh: counts('fresh'),
    unknownChecks: reports.flatMap(({ checks }) => checks).filter(({ undecided }) => undecided > 0).length,
    coverageDecided: Math.min(...reports.map(({ coverage }) => coverage.decided)),
    acceptedExpired: rows.reduce((sum, { expired }) => sum + expired, 0),
  };
}
