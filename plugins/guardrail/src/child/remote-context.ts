import {
  type Asker,
  type JobFacts,
  type RemoteContext as Remote,
  remoteContext as remote,
} from '@ostiary/policy-modes';
import type { Tickets } from '../confirm/confirmations.js';

/** The world of an attempt as a child of guardrail sees it. */
export type RemoteContext = Remote & { readonly tickets: Tickets };

/** The context of a job in the child: each question goes to the service through `ask`. */
export function remoteContext(job: JobFacts, ask: Asker): RemoteContext {
  return {
    ...remote(job, ask),
    tickets: {
      issue: (request) => ask('issue', request) as ReturnType<Tickets['issue']>,
      redeem: (request) => ask('redeem', request) as ReturnType<Tickets['redeem']>,
    },
  };
}
