import type { Confirmations, Redemption, TicketRequest } from '../confirm/confirmations.js';

const LIFE_MS = 900_000;

/** Tickets in memory, for tests of what uses them. */
export class FakeConfirmations implements Confirmations {
  readonly tickets: { request: TicketRequest; expiresAt: Date; usedBy: string | null }[] = [];

  issue(request: TicketRequest): Promise<Date> {
    const expiresAt = new Date(request.now.getTime() + LIFE_MS);
    this.tickets.push({ request, expiresAt, usedBy: null });
    return Promise.resolve(expiresAt);
  }

  redeem(request: TicketRequest & { readonly expiresAt: Date }): Promise<Redemption> {
    if (request.expiresAt <= request.now) return Promise.resolve('expired');
    const found = this.tickets.filter(
      ({ request: issued, expiresAt }) =>
        issued.accountId === request.accountId &&
        issued.digest === request.digest &&
        issued.policyVersion === request.policyVersion &&
        expiresAt.getTime() === request.expiresAt.getTime(),
    );
    if (found.length === 0) return Promise.resolve('unknown');
    const free = found.find(({ usedBy }) => usedBy === null || usedBy === request.jobId);
    if (free === undefined) return Promise.resolve('used');
    free.usedBy = request.jobId;
    return Promise.resolve('redeemed');
  }
}
