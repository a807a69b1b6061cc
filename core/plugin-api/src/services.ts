import type { Accounts } from './accounts.js';
import type { Audit } from './audit.js';
import type { Clock } from './clock.js';
import type { Compute } from './compute.js';
import type { Egress } from './egress.js';
import type { Files } from './files.js';
import type { Jobs } from './jobs.js';
import type { PageLists } from './lists.js';
import type { Logger } from './logger.js';
import type { Meter } from './metering.js';
import type { Metrics } from './metrics.js';
import type { BaseAddress, Rates } from './rates.js';
import type { ServiceToken } from './service-token.js';
import type { StoredAnswers } from './stored-answers.js';
import type { EventStreams } from './streams.js';
import type { Tracer } from './tracer.js';

/** Everything of the host that a plugin may inject. Additive: a breaking change is a new token. */
export const Services = {
  /** The time of the service; tests set it. */
  clock: Symbol.for('ostiary.clock') as ServiceToken<Clock>,
  /** Structured log; each record names the plugin. Never give it bodies, keys or anything a customer wrote. */
  log: Symbol.for('ostiary.log') as ServiceToken<Logger>,
  /** The plugin's own validated configuration. A mode reads it with `ctx.config`. */
  config: Symbol.for('ostiary.config') as ServiceToken<unknown>,
  /** The record of who did what. */
  audit: Symbol.for('ostiary.audit') as ServiceToken<Audit>,
  /** Outgoing calls, to the destinations that the plugin's configuration names. */
  egress: Symbol.for('ostiary.egress') as ServiceToken<Egress>,
  /** Accounts and keys: made, changed, suspended. */
  accounts: Symbol.for('ostiary.accounts') as ServiceToken<Accounts>,
  /** Solver processes for routes and chores. */
  compute: Symbol.for('ostiary.compute') as ServiceToken<Compute>,
  /** Aborts when the process begins to stop: whatever would last longer than a request ends then. */
  stopping: Symbol.for('ostiary.stopping') as ServiceToken<AbortSignal>,
  /** The address clients reach the service at, for links. */
  baseUrl: Symbol.for('ostiary.base_url') as ServiceToken<BaseAddress>,
  /** Numbers for the operator. */
  metrics: Symbol.for('ostiary.metrics') as ServiceToken<Metrics>,
  /** Spans for the operator. */
  tracer: Symbol.for('ostiary.tracer') as ServiceToken<Tracer>,
  /** Pages of lists with signed cursors. */
  lists: Symbol.for('ostiary.lists') as ServiceToken<PageLists>,
  /** Rates of the plugin's own. */
  rates: Symbol.for('ostiary.rates') as ServiceToken<Rates>,
  /** Event streams. */
  streams: Symbol.for('ostiary.streams') as ServiceToken<EventStreams>,
  /** Takes units of quota where a route declares that its method does, and outside of requests. */
  meter: Symbol.for('ostiary.meter') as ServiceToken<Meter>,
  /** Keeps the answer of an idempotent operation in the transaction of its method. */
  answers: Symbol.for('ostiary.answers') as ServiceToken<StoredAnswers>,
  /** Jobs made, awaited, read and cancelled by code. */
  jobs: Symbol.for('ostiary.jobs') as ServiceToken<Jobs>,
  /** Files that the service keeps for the plugin. */
  files: Symbol.for('ostiary.files') as ServiceToken<Files>,
} as const;
