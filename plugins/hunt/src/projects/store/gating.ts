import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, Services } from '@ostiary/plugin-api';
import type { Project } from '../entities/project.js';
import { Scan } from '../entities/scan.js';
import { evaluateGate, type Measured, type SeverityCounts } from '../gate/evaluate.js';
import type { GateResult } from '../gate/model.js';
import type { StoredReport } from '../scan-model.js';
import { lastFinished } from './last-scan.js';
import { dayOf, EXPIRED, NO_FINDINGS, OPEN } from './open-counts.js';

type GatedScan = Pick<Scan, 'id' | 'accountId' | 'projectId' | 'branch'>;

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
  constructor(@Inject(Services.clock) private readonly clock: Clock) {}

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
  { id, accountId, projectId, branch }: GatedScan,
  report: StoredReport,
  now: Date,
): Promise<Measured> {
  const day = dayOf(now);
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
    unknownChecks: report.checks.filter(({ undecided }) => undecided > 0).length,
    coverageDecided: report.coverage.decided,
    acceptedExpired: rows.reduce((sum, { expired }) => sum + expired, 0),
  };
}
