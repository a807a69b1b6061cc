import type { ArtefactWriter, Face, SolveContext } from '@ostiary/plugin-api';
import { type Confirmations, confirmations } from '../confirm/confirmations.js';
import type { Asker } from './conversation.js';
import type { JobFacts } from './protocol.js';

/** The world of an attempt as a child sees it: everything is asked of the service. A stopped attempt is a killed child. */
export type RemoteContext = Omit<SolveContext, 'event' | 'config'>;

export function remoteContext({ jobId, accountId, attempt, now }: JobFacts, ask: Asker): RemoteContext {
  const tell = (name: string, ...args: readonly unknown[]): void => {
    // What is only told has no answer to wait for; if the service cannot be told, the next question fails.
    ask(name, ...args).catch(() => undefined);
  };
  const tickets: Confirmations = {
    issue: (request) => ask('issue', request) as ReturnType<Confirmations['issue']>,
    redeem: (request) => ask('redeem', request) as ReturnType<Confirmations['redeem']>,
  };
  return {
    jobId,
    accountId,
    attempt,
    signal: new AbortController().signal,
    clock: { now: () => new Date(now) },
    log: {
      info: (details, message) => tell('info', details, message),
      warn: (details, message) => tell('warn', details, message),
      error: (details, message) => tell('error', details, message),
    },
    progress: (update) => tell('progress', update),
    artefact: async (options): Promise<ArtefactWriter> => {
      const file = await ask('open', options);
      return {
        write: async (chunk) => void (await ask('write', file, chunk)),
        close: () => ask('close', file) as ReturnType<ArtefactWriter['close']>,
      };
    },
    solver: async (id) => {
      const session = await ask('borrow', id);
      return { request: (payload) => ask('request', session, payload), release: () => tell('release', session) };
    },
    face: <T>(face: Face<T>): T => {
      if (face.name !== confirmations.name) throw new Error(`no face ${face.name} is asked for from a child`);
      return tickets as T;
    },
  };
}
