import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { JobEnd, Transaction } from '@ostiary/plugin-api';
import type { HuntedGraph } from '../../request/hunted-graph.js';
import type { HuntOutput } from '../../request/result.js';
import { SEVERITIES } from '../../search/index.js';
import { type Comparison, compare, type Found } from '../compare/compare.js';
import type { Deciding } from '../compare/decided.js';
import { FindingRow } from '../entities/finding.js';
import { HistoryRow } from '../entities/history.js';
import { Project } from '../entities/project.js';
import { Scan } from '../entities/scan.js';
import type { HistoryEvent } from '../finding-model.js';
import { newId } from '../ids.js';
import type { StoredReport } from '../scan-model.js';
import { gateOf } from './gating.js';
import { lastFinished } from './last-scan.js';

/** Rows written by one statement. */
const CHUNK = 200;

/** Told of the end of every hunt: of a scan, compares and gates it, in the transaction that ends its job. See docs/adr/0145. */
export async function scanEnded(end: JobEnd, tx: Transaction): Promise<void> {
  const em = tx as SqlEntityManager;
  const { jobId, accountId, status, error } = end;
  const scan = await em.findOne(Scan, { jobId, accountId });
  if (scan === null) return;
  if (status !== 'succeeded') {
    await em.nativeUpdate(Scan, { jobId, accountId }, { status, finishedAt: end.finishedAt, error });
    return;
  }
  // Scans of a project are compared one after the other.
  const project = await em.findOneOrFail(
    Project,
    { id: scan.projectId, accountId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const { deciding, report } = resultOf(scan, end.result);
  const { branch, subject } = scan;
  const finishedAt = laterThan(await lastFinished(em, project, branch), end.finishedAt);
  const before = await em.find(FindingRow, { accountId, projectId: project.id, branch, subject });
  const comparison = compare(before, deciding);
  await new Writing(em, scan, finishedAt).write(comparison);
  const previous = await lastFinished(em, project, branch, subject);
  await em.nativeUpdate(
    Scan,
    { jobId, accountId },
    {
      status,
      finishedAt,
      report,
      counts: comparison.counts,
      comparedWith: previous?.id ?? null,
      gate: await gateOf(em, project, scan, report, finishedAt),
    },
  );
}

/**
 * When a scan counts as finished: jobs that end at once come here in any order, and the scans of a branch are finished in the order in which they
 * are compared.
 */
function laterThan(last: Scan | null, finishedAt: Date): Date {
  return new Date(Math.max(finishedAt.getTime(), (last?.finishedAt?.getTime() ?? 0) + 1));
}

/** What is compared of the result of a hunt, and what is kept of it. */
function resultOf({ options }: Scan, result: unknown): { readonly deciding: Deciding; readonly report: StoredReport } {
  if (!options) {
    const { findings, settled, settled_classes, checks, coverage, graph } = result as HuntedGraph;
    return { deciding: { findings, settled, settled_classes }, report: { checks, coverage, policy: null, graph } };
  }
  const { findings, checks, coverage, policy } = result as HuntOutput;
  return { deciding: { findings, checks, options }, report: { checks, coverage, policy } };
}

/** Writes down what a scan makes of the findings of its branch. */
class Writing {
  private readonly events: { readonly fingerprint: string; readonly event: HistoryEvent }[] = [];

  constructor(
    private readonly em: SqlEntityManager,
    private readonly scan: Scan,
    private readonly at: Date,
  ) {}

  async write({ found, fixed, unknown }: Comparison<FindingRow>): Promise<void> {
    const { em, scan } = this;
    const { accountId, projectId, branch } = scan;
    const of = (rows: readonly FindingRow[]): object => ({
      accountId,
      projectId,
      branch,
      fingerprint: { $in: rows.map(({ fingerprint }) => fingerprint) },
    });
    const moved = found.flatMap((one) => (one.moved && one.before ? [one.before] : []));
    if (moved.length > 0) await em.nativeDelete(FindingRow, of(moved));
    const elsewhere = await this.decidedElsewhere(found);
    const rows = found.map((one) => this.rowOf(one, elsewhere));
    for (let at = 0; at < rows.length; at += CHUNK) await em.upsertMany(FindingRow, rows.slice(at, at + CHUNK));
    for (const { fingerprint, state } of fixed) this.note(fingerprint, { kind: 'state', from: state, to: 'fixed' });
    if (fixed.length > 0) await em.nativeUpdate(FindingRow, of(fixed), { state: 'fixed' });
    if (unknown.length > 0) await em.nativeUpdate(FindingRow, of(unknown), { state: 'persisting' });
    for (let at = 0; at < this.events.length; at += CHUNK)
      await em.insertMany(
        HistoryRow,
        this.events
          .slice(at, at + CHUNK)
          .map((entry) => ({ ...entry, id: newId('evt'), accountId, projectId, at: this.at })),
      );
  }

  /** What was decided on other branches about findings that are new on this one. */
  private async decidedElsewhere(found: readonly Found<FindingRow>[]): Promise<ReadonlyMap<string, FindingRow>> {
    const fresh = found.flatMap(({ finding, before }) => (before === null ? [finding.fingerprint] : []));
    if (fresh.length === 0) return new Map();
    const { accountId, projectId } = this.scan;
    const rows = await this.em.find(FindingRow, { accountId, projectId, fingerprint: { $in: fresh } });
    return new Map(rows.map((row) => [row.fingerprint, row]));
  }

  private rowOf(one: Found<FindingRow>, elsewhere: ReadonlyMap<string, FindingRow>): Row {
    const { accountId, projectId, branch, subject, id: lastScan } = this.scan;
    const { finding, state, before, moved } = one;
    const { fingerprint, class: id, severity, tool, structure, evidence_hash: evidenceHash } = finding;
    if (moved && before) this.note(fingerprint, { kind: 'moved', from: before.fingerprint });
    else if (before?.state !== state) this.note(fingerprint, { kind: 'state', from: before?.state ?? null, to: state });
    if (before && before.evidenceHash !== evidenceHash) this.note(fingerprint, { kind: 'changed' });
    const decided = before ?? elsewhere.get(fingerprint);
    return {
      projectId,
      branch,
      fingerprint,
      accountId,
      subject,
      class: id,
      severity,
      severityRank: SEVERITIES.indexOf(severity),
      tool,
      structure,
      evidenceHash,
      told: JSON.stringify(finding),
      state,
      firstSeen: before?.firstSeen ?? this.at,
      lastSeen: this.at,
      lastScan,
      scans: (before?.scans ?? 0) + 1,
      movedFrom: (moved ? before?.fingerprint : before?.movedFrom) ?? null,
      decision: decided?.decision ?? 'open',
      reason: decided?.reason ?? null,
      until: decided?.until ?? null,
      decidedBy: decided?.decidedBy ?? null,
      decidedAt: decided?.decidedAt ?? null,
      revision: decided?.revision ?? 1,
    };
  }

  private note(fingerprint: string, what: Noted): void {
    const { branch, id: scan } = this.scan;
    this.events.push({ fingerprint, event: { ...what, branch, scan } });
  }
}

type OfScan = Extract<HistoryEvent, { readonly scan: string }>;
type Noted = OfScan extends infer Event ? (Event extends OfScan ? Omit<Event, 'branch' | 'scan'> : never) : never;
type Row = Omit<FindingRow, symbol>;
