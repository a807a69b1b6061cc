import type { PrepareContext, SolveContext } from '@ostiary/plugin-api';
import { type Helper as AnyHelper, type MorePorts, runInChild as runIn, type Task } from '@ostiary/policy-modes';
import { type TicketRequest, ticketsOf } from '../confirm/confirmations.js';
import { decider } from './solver.js';

/** What a child may have done for it. */
export type Helper = AnyHelper & Pick<SolveContext, 'endRow' | 'service'>;

/** Does a task in a child of guardrail, which may issue and redeem tickets. */
export function runInChild<T>(
  task: Task,
  lender: Pick<PrepareContext, 'input' | 'solver'>,
  ctx: Helper | null,
): Promise<T> {
  return runIn(task, decider.id, lender, ctx, ctx === null ? {} : ticketPorts(ctx));
}

/** The names are those `remoteContext` asks by. */
function ticketPorts(ctx: Helper): MorePorts {
  return {
    issue: (request) => ticketsOf(ctx).issue(request as TicketRequest),
    redeem: (request) => ticketsOf(ctx).redeem(request as TicketRequest & { readonly expiresAt: Date }),
  };
}
