import { z } from 'zod';
import { Instant } from '../request/context.js';
import { digestOf } from '../text/digest.js';

const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** A ticket as an answer carries it and as the next request presents it. */
export const TicketField = z.strictObject({
  digest: Digest.describe('Digest of exactly the call to be confirmed: tool, arguments, principal, catalogue, policy.'),
  expires_at: Instant.describe('The ticket is worth nothing from here on.'),
  policy_version: Digest.describe('Digest of the policy that asked for the confirmation.'),
});

export type Ticket = z.output<typeof TicketField>;

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

/** Why a ticket cannot confirm a call, as far as the ticket itself tells; null: only the store can tell. */
export function ticketFault(
  presented: Ticket,
  digest: string,
  policyVersion: string,
  now: Date,
): 'stale' | 'mismatch' | 'expired' | null {
  if (presented.policy_version !== policyVersion) return 'stale';
  if (presented.digest !== digest) return 'mismatch';
  return Date.parse(presented.expires_at) <= now.getTime() ? 'expired' : null;
}
