import { createReadStream } from 'node:fs';
import type { ArtefactWriter, SolveContext } from '@ostiary/plugin-api';
import type { Asker } from './conversation.js';
import type { JobFacts, RemoteFile } from './protocol.js';

/** The world of an attempt as a child sees it: everything is asked of the service. A stopped attempt is a killed child. */
export type RemoteContext = Omit<
  SolveContext,
  'config' | 'endRow' | 'service' | 'own' | 'optional' | 'unstored' | 'parts' | 'solverMs' | 'wallMs' | 'leftMs'
>;

/** The context of a job in the child: each question goes to the service through `ask`. */
export function remoteContext({ jobId, accountId, attempt, now }: JobFacts, ask: Asker): RemoteContext {
  const tell = (name: string, ...args: readonly unknown[]): void => {
    // What is only told has no answer to wait for; if the service cannot be told, the next question fails.
    ask(name, ...args).catch(() => undefined);
  };
  return {
    jobId,
    accountId,
    attempt,
    signal: new AbortController().signal,
    clock: { now: () => new Date(now) },
    submittedAt: new Date(now),
    log: {
      info: (details, message) => tell('info', details, message),
      warn: (details, message) => tell('warn', details, message),
      error: (details, message) => tell('error', details, message),
    },
    progress: (update) => tell('progress', update),
    event: async (type, payload) => void (await ask('event', type, payload)),
    artefact: async (options): Promise<ArtefactWriter> => {
      const file = await ask('open', options);
      return {
        write: async (chunk) => void (await ask('write', file, chunk)),
        close: () => ask('close', file) as ReturnType<ArtefactWriter['close']>,
      };
    },
    input: filesOf(ask),
    solver: async (id) => {
      const session = await ask('borrow', id);
      return { request: (payload) => ask('request', session, payload), release: () => tell('release', session) };
    },
  };
}

/** Opens the files of a request, asked of the service. */
export function filesOf(ask: Asker): SolveContext['input'] {
  return async (reference) => {
    const { path, ...facts } = (await ask('input', reference)) as RemoteFile;
    return {
      ...facts,
      path: () => Promise.resolve(path),
      stream: (range) => Promise.resolve(createReadStream(path, range && { start: range.first, end: range.last })),
    };
  };
}
