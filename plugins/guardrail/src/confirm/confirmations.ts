import { defineFace } from '@ostiary/plugin-api';

export interface TicketRequest {
  readonly jobId: string;
  readonly accountId: string;
  /** Digest of exactly the call that is to be confirmed (see `ticketDigest`). */
  readonly digest: string;
  readonly policyVersion: string;
  /** The service's own time: a caller's `now` must not lengthen a ticket's life. */
  readonly now: Date;
}

/** `unknown`: this service issued no such ticket to this account. */
export type Redemption = 'redeemed' | 'used' | 'expired' | 'unknown';

/** The tickets this service has issued. A ticket confirms one call, once. */
export interface Confirmations {
  /** Issues a ticket, or finds the one an earlier attempt at the same job issued. Answers when it expires. */
  issue(request: TicketRequest): Promise<Date>;
  /** Uses a ticket up. The job that used it up may do so again, so that a repeated attempt ends alike. */
  redeem(request: TicketRequest & { readonly expiresAt: Date }): Promise<Redemption>;
}

export const confirmations = defineFace<Confirmations>('guardrail.confirmations');
