import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { AttemptRow } from '../entities/attempt.js';
import { HistoryRow } from '../entities/history.js';

/** Entries told of one finding at most, of each kind. */
const MOST = 100;

/** Renames of rules that are followed back. */
const MOST_MOVES = 10;

export interface FindingPast {
  /** Newest first. */
  readonly history: readonly HistoryRow[];
  readonly attempts: readonly AttemptRow[];
}

/** What became of a finding, also under the fingerprints it had before its rules were renamed. */
export async function pastOf(
  em: SqlEntityManager,
  finding: { readonly accountId: string; readonly projectId: string; readonly fingerprint: string },
): Promise<FindingPast> {
  const { accountId, projectId } = finding;
  const fingerprints = [finding.fingerprint];
  for (let at = 0; at < fingerprints.length && at < MOST_MOVES; at += 1) {
    const moves = await em.find(HistoryRow, {
      accountId,
      projectId,
      fingerprint: fingerprints[at] as string,
      event: { kind: 'moved' },
    });
    for (const { event } of moves)
      if (event.kind === 'moved' && !fingerprints.includes(event.from)) fingerprints.push(event.from);
  }
  const of = { accountId, projectId, fingerprint: { $in: fingerprints } };
  return {
    history: await em.find(HistoryRow, of, { orderBy: { at: 'desc', id: 'desc' }, limit: MOST }),
    attempts: await em.find(AttemptRow, of, { orderBy: { recordedAt: 'desc', attemptId: 'desc' }, limit: MOST }),
  };
}
