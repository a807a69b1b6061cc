import { digestOf } from '../digest/digest.js';

/** A ticket as an answer carries it and as the next request presents it. */
export interface Ticket {
  readonly digest: string;
  /** RFC 3339. */
  readonly expires_at: string;
  readonly policy_version: string;
}

/** All that a confirmation is bound to. Change any of it and another confirmation is needed. */
interface ConfirmedCall {
  readonly tool: string;
  readonly arguments: unknown;
  /** The whole principal as it was given, or null. */
  readonly principal: unknown;
  readonly catalogue: string | null;
  readonly policyVersion: string;
}

/** SHA-256 over the canonical JSON (RFC 8785) of the call. */
export function ticketDigest(call: ConfirmedCall): string {
  return digestOf({
    tool: call.tool,
    arguments: call.arguments,
    principal: call.principal ?? null,
    catalogue: call.catalogue,
    policy_version: call.policyVersion,
  });
}

/** Why a ticket that was presented does not confirm a call. */
export type TicketFault = 'mismatch' | 'expired' | 'stale' | 'used';

/** Why a ticket cannot confirm a call, as far as the ticket itself tells; null: only the store can tell. */
export function ticketFault(
  presented: Ticket,
  digest: string,
  policyVersion: string,
  now: Date,
): Exclude<TicketFault, 'used'> | null {
  if (presented.policy_version !== policyVersion) return 'stale';
  if (presented.digest !== digest) return 'mismatch';
  return Date.parse(presented.expires_at) <= now.getTime() ? 'expired' : null;
}
