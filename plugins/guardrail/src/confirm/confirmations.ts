import { defineService, type SolveContext } from '@ostiary/plugin-api';

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

/** A ticket confirms one call, once. */
export interface Tickets {
  /** Issues a ticket that is there once the job has succeeded. Returns when it expires. */
  issue(request: TicketRequest): Promise<Date>;
  /** Uses a ticket up. The job that used it up may do so again, so that a repeated attempt ends alike. */
  redeem(request: TicketRequest & { readonly expiresAt: Date }): Promise<Redemption>;
}

/** The tickets this service has issued. */
export interface Confirmations extends Pick<Tickets, 'redeem'> {
  /** As `Tickets.issue`; `endRow` is that of the job whose answer carries the ticket. */
  issue(request: TicketRequest, endRow: SolveContext['endRow']): Promise<Date>;
}

export const confirmations = defineService<Confirmations>('guardrail.confirmations');

/** The tickets that an attempt at a job issues and redeems. See docs/adr/0042. */
export function ticketsOf(ctx: Pick<SolveContext, 'endRow' | 'service'>): Tickets {
  const store = ctx.service(confirmations);
  return {
    issue: (request) => store.issue(request, (row) => ctx.endRow(row)),
    redeem: (request) => store.redeem(request),
  };
}
