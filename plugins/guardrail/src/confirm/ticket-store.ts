import { EntityManager } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import { asHost, forAccount, Services, type SolveContext } from '@ostiary/plugin-api';
import type { GuardrailConfig } from '../config.js';
import type { Confirmations, Redemption, TicketRequest } from './confirmations.js';
import { ConfirmationTicket } from './entities/ticket.js';

/** Expired tickets are kept this long, then dropped by whoever issues a ticket, at most so often in one process. */
const KEPT_MS = 24 * 60 * 60 * 1_000;
const SWEEP_EVERY_MS = 60_000;

/** Tickets in the database. One is stored by the statement that ends its job, so it is there when the answer is. Single use is one conditional UPDATE: of two jobs at once, one finds the row taken. */
@Injectable()
export class TicketStore implements Confirmations {
  private sweptAt = -Infinity;

  constructor(
    @Inject(EntityManager) private readonly em: EntityManager,
    @Inject(Services.config) private readonly config: GuardrailConfig,
  ) {}

  async issue(
    { jobId, accountId, digest, policyVersion, now }: TicketRequest,
    endRow: SolveContext['endRow'],
  ): Promise<Date> {
    const expiresAt = new Date(now.getTime() + this.config.confirmation_seconds * 1_000);
    if (Math.abs(now.getTime() - this.sweptAt) >= SWEEP_EVERY_MS) {
      this.sweptAt = now.getTime();
      const longGone = new Date(now.getTime() - KEPT_MS);
      await asHost(this.em).nativeDelete(ConfirmationTicket, { expiresAt: { $lt: longGone } });
    }
    endRow({
      job_id: jobId,
      account_id: accountId,
      digest,
      policy_version: policyVersion,
      issued_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
    });
    return expiresAt;
  }

  async redeem({
    jobId,
    accountId,
    digest,
    policyVersion,
    expiresAt,
    now,
  }: TicketRequest & { readonly expiresAt: Date }): Promise<Redemption> {
    if (expiresAt <= now) return 'expired';
    const em = forAccount(this.em, accountId);
    const tickets = await em.find(
      ConfirmationTicket,
      { accountId, digest, policyVersion, expiresAt },
      { orderBy: { jobId: 'asc' } },
    );
    if (tickets.length === 0) return 'unknown';
    if (tickets.some((ticket) => ticket.usedBy === jobId)) return 'redeemed';
    for (const ticket of tickets.filter(({ usedBy }) => usedBy === null)) {
      const taken = await em.nativeUpdate(
        ConfirmationTicket,
        { jobId: ticket.jobId, usedBy: null },
        { usedBy: jobId, usedAt: now },
      );
      if (taken === 1) return 'redeemed';
    }
    return 'used';
  }
}
