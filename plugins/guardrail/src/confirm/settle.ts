import { type Ticket, type TicketFault, ticketFault } from '@ostiary/guard';
import type { Decision } from '@ostiary/policy';
import type { Tickets } from './confirmations.js';

interface Settled {
  /** The decision that stands, after tickets. */
  readonly decision: Decision;
  /** Whether a ticket was used up for this call. */
  readonly confirmed: boolean;
  /** Why a ticket that was presented did not confirm the call; null when none was, or when it did, or was not needed. */
  readonly fault: TicketFault | null;
  /** With answer confirm: the ticket that would confirm it. */
  readonly ticket: Ticket | null;
}

export interface Confirming {
  /** The decision without a confirmation. */
  readonly plain: Decision;
  /** The decision the same call has once it is confirmed. */
  readonly confirmed: () => Decision;
  readonly presented: Ticket | undefined;
  /** Digest of the call, as a ticket for it carries it. */
  readonly digest: string;
  readonly policyVersion: string;
  readonly jobId: string;
  readonly accountId: string;
  /** The service's own time. */
  readonly now: Date;
}

/**
 * Applies a confirmation. A ticket is used up only when it changes the answer: a call that is allowed anyway, or
 * refused in spite of it, leaves it as it was.
 */
export async function settle(confirming: Confirming, tickets: Tickets): Promise<Settled> {
  const { plain, presented } = confirming;
  const fault = presented && changes(confirming) ? await redeem(presented, confirming, tickets) : null;
  if (fault === 'redeemed') return { decision: confirming.confirmed(), confirmed: true, fault: null, ticket: null };
  if (plain.answer !== 'confirm') return { decision: plain, confirmed: false, fault: null, ticket: null };
  return { decision: plain, confirmed: false, fault, ticket: await issue(confirming, tickets) };
}

function changes({ plain, confirmed }: Confirming): boolean {
  return confirmed().answer !== plain.answer;
}

async function redeem(presented: Ticket, confirming: Confirming, tickets: Tickets): Promise<TicketFault | 'redeemed'> {
  const { digest, policyVersion, jobId, accountId, now } = confirming;
  const fault = ticketFault(presented, digest, policyVersion, now);
  if (fault !== null) return fault;
  const redemption = await tickets.redeem({
    jobId,
    accountId,
    digest,
    policyVersion,
    now,
    expiresAt: new Date(presented.expires_at),
  });
  // A well-formed ticket that was never issued is a forgery, or of another account: it is for no call at all.
  return redemption === 'unknown' ? 'mismatch' : redemption;
}

async function issue({ digest, policyVersion, jobId, accountId, now }: Confirming, tickets: Tickets): Promise<Ticket> {
  const expiresAt = await tickets.issue({ jobId, accountId, digest, policyVersion, now });
  return { digest, expires_at: expiresAt.toISOString(), policy_version: policyVersion };
}
