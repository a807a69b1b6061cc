import { createHash } from 'node:crypto';
import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { canonicalJson } from '@ostiary/json';
import {
  type Audit,
  type Clock,
  forAccount,
  type ListPosition,
  type Principal,
  ProblemError,
  Services,
} from '@ostiary/plugin-api';
import { AttemptRow } from '../entities/attempt.js';
import { HistoryRow } from '../entities/history.js';
import { newId } from '../ids.js';
import { Findings } from './findings.js';

/** An attempt as it is sent. */
export interface NewAttempt extends Pick<
  AttemptRow,
  'attemptId' | 'projectId' | 'fingerprint' | 'outcome' | 'environment' | 'note' | 'evidenceSha256'
> {
  /** Null: now. */
  readonly at: Date | null;
}

interface AttemptFilter {
  readonly projectId?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly outcome?: string | undefined;
}

/** What was tried against findings. */
@Injectable()
export class Attempts {
  constructor(
    @Inject(EntityManager) private readonly em: SqlEntityManager,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(Services.audit) private readonly audit: Audit,
    @Inject(Findings) private readonly findings: Findings,
  ) {}

  /**
   * Records an attempt; the same one again is the one that is there.
   * @param within runs in the transaction that stores it
   * @throws ProblemError `finding_unknown`, `finding_closed`, `attempt_conflict`
   */
  async record(
    { accountId, keyId }: Principal,
    attempt: NewAttempt,
    within: (row: AttemptRow, tx: SqlEntityManager) => Promise<void>,
  ): Promise<AttemptRow> {
    const { attemptId, projectId } = attempt;
    const em = forAccount(this.em, accountId);
    const digest = createHash('sha256').update(canonicalJson(attempt)).digest('hex');
    const known = await this.sameAs(em, accountId, attemptId, digest);
    if (known !== null) return known;
    const fingerprint = await this.openFinding(accountId, attempt);
    const now = this.clock.now();
    try {
      return await em.transactional(async (tx) => {
        const row = tx.create(AttemptRow, {
          ...attempt,
          accountId,
          fingerprint,
          at: attempt.at ?? now,
          recordedAt: now,
          keyId,
          digest,
        });
        await tx.flush();
        const finding = { accountId, projectId, fingerprint };
        await tx.insert(HistoryRow, {
          ...finding,
          id: newId('evt'),
          at: now,
          event: { kind: 'attempt', attempt: attemptId, outcome: attempt.outcome },
        });
        await within(row, tx);
        await this.audit.record(tx, {
          action: 'hunt.attempt.recorded',
          account: accountId,
          subject: `${projectId}/${fingerprint}`,
          actor: { kind: 'key', id: keyId },
          detail: { outcome: attempt.outcome },
        });
        return row;
      });
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      const other = await this.sameAs(em.fork(), accountId, attemptId, digest);
      if (other === null) throw error;
      return other;
    }
  }

  /** Attempts of the account, newest first. */
  list(
    accountId: string,
    { projectId, fingerprint, outcome }: AttemptFilter,
    { after, limit }: { readonly after: ListPosition | null; readonly limit: number },
  ): Promise<readonly AttemptRow[]> {
    return forAccount(this.em, accountId).find(
      AttemptRow,
      {
        accountId,
        ...(projectId !== undefined && { projectId }),
        ...(fingerprint !== undefined && { fingerprint }),
        ...(outcome !== undefined && { outcome: outcome as AttemptRow['outcome'] }),
        ...(after && {
          $or: [{ recordedAt: { $lt: after.at } }, { recordedAt: after.at, attemptId: { $lt: after.id } }],
        }),
      },
      { orderBy: { recordedAt: 'desc', attemptId: 'desc' }, limit },
    );
  }

  private async sameAs(
    em: SqlEntityManager,
    accountId: string,
    attemptId: string,
    digest: string,
  ): Promise<AttemptRow | null> {
    const known = await em.findOne(AttemptRow, { accountId, attemptId });
    if (known !== null && known.digest !== digest) throw new ProblemError('attempt_conflict');
    return known;
  }

  /** The finding as it is known now. */
  private async openFinding(accountId: string, { projectId, fingerprint }: NewAttempt): Promise<string> {
    const rows = await this.findings.find(accountId, projectId, fingerprint).catch((error: unknown) => {
      if (error instanceof ProblemError && error.slug === 'not_found') throw new ProblemError('finding_unknown');
      throw error;
    });
    if (rows.every(({ state }) => state === 'fixed')) throw new ProblemError('finding_closed');
    return rows[0].fingerprint;
  }
}
