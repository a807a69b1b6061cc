import {
  Destination,
  type Egress,
  EgressError,
  type Logger,
  type OutgoingAnswer,
  type OutgoingCall,
} from '@ostiary/plugin-api';
import { exchange, MOST_MS } from './exchange.js';
import { addressesOf, type Resolver } from './resolve.js';

interface EgressOptions {
  /** Whose calls these are, for the log. */
  readonly plugin: string;
  /** What it may call. */
  readonly destinations: readonly Destination[];
  readonly resolve: Resolver;
  readonly log: Logger;
}

/** Outgoing calls of one plugin: to what its configuration names, and to nothing inside a network (docs/adr/0120). */
export class GuardedEgress implements Egress {
  constructor(private readonly options: EgressOptions) {}

  /** @throws EgressError */
  async call(call: OutgoingCall): Promise<OutgoingAnswer> {
    const started = performance.now();
    const tell = (outcome: object): void => {
      const { plugin, log } = this.options;
      // Neither path nor query: they may hold what a customer wrote.
      const ms = Math.round(performance.now() - started);
      log.info({ plugin, host: call.url.host, method: call.method ?? 'GET', ...outcome, ms }, 'outgoing call');
    };
    try {
      const answer = await this.send(call);
      tell({ status: answer.status, bytes: answer.body.length });
      return answer;
    } catch (error) {
      if (error instanceof EgressError) tell({ failed: error.reason, ...error.options });
      throw error;
    }
  }

  private async send(call: OutgoingCall): Promise<OutgoingAnswer> {
    const { destinations, resolve } = this.options;
    const listed = destinations.find((destination) => isBelow(call.url, destination.url));
    if (listed === undefined) throw new EgressError('not_listed');
    if (call.signal?.aborted === true) throw new EgressError('aborted');
    const timeout = AbortSignal.timeout(Math.min(call.timeoutMs ?? MOST_MS, MOST_MS));
    const deadline = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]);
    return exchange(call, await within(deadline, call.signal, addressesOf(call.url, listed, resolve)), deadline);
  }
}

/** A look-up cannot be stopped; it is left behind when the time is up. */
async function within<T>(deadline: AbortSignal, signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  const late = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new EgressError(signal?.aborted === true ? 'aborted' : 'timeout'));
    if (deadline.aborted) stop();
    else deadline.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([work, late]);
}

/** The same scheme, host and port, and a path under that of the destination. */
function isBelow(url: URL, destination: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (url.origin !== destination.origin || url.origin === 'null') return false;
  const base = destination.pathname.replace(/\/+$/, '');
  return url.pathname === base || url.pathname.startsWith(`${base}/`);
}

/** The destinations in a plugin's configuration, wherever they stand in it. */
export function destinationsIn(config: unknown): readonly Destination[] {
  if (config instanceof Destination) return [config];
  if (typeof config !== 'object' || config === null) return [];
  return Object.values(config).flatMap(destinationsIn);
}
