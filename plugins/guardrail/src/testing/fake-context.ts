import type { ServiceReference, Progress, SolveContext } from '@ostiary/plugin-api';
import { confirmations } from '../confirm/confirmations.js';
import { FakeConfirmations } from './fake-confirmations.js';

export interface FakeContext extends SolveContext {
  readonly files: Map<string, string>;
  readonly updates: Progress[];
  readonly tickets: FakeConfirmations;
}

/** The world of an attempt, in memory. */
export function fakeContext(
  options: {
    readonly signal?: AbortSignal;
    readonly jobId?: string;
    readonly now?: string;
    readonly tickets?: FakeConfirmations;
    readonly solver?: SolveContext['solver'];
    readonly parts?: SolveContext['parts'];
    readonly input?: SolveContext['input'];
  } = {},
): FakeContext {
  const files = new Map<string, string>();
  const updates: Progress[] = [];
  const tickets = options.tickets ?? new FakeConfirmations();
  const nothing = (): void => undefined;
  return {
    files,
    updates,
    tickets,
    jobId: options.jobId ?? 'slv_test',
    accountId: 'acc_test',
    attempt: 1,
    solverMs: null,
    wallMs: 120_000,
    leftMs: 120_000,
    signal: options.signal ?? new AbortController().signal,
    submittedAt: new Date(options.now ?? '2026-11-21T10:00:00.000Z'),
    clock: { now: () => new Date(options.now ?? '2026-11-21T10:00:00.000Z') },
    log: { info: nothing, warn: nothing, error: nothing },
    progress: (update) => updates.push(update),
    event: () => Promise.resolve(),
    artefact: ({ name }) => {
      const parts: string[] = [];
      return Promise.resolve({
        write: (chunk) => {
          parts.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
          return Promise.resolve();
        },
        close: () => {
          files.set(name, parts.join(''));
          return Promise.resolve({ id: `art_${name}`, size: 0, sha256: '' });
        },
      });
    },
    input: options.input ?? (() => Promise.reject(new Error('no files here'))),
    solver: options.solver ?? (() => Promise.reject(new Error('no solver here'))),
    endRow: () => undefined,
    unstored: () => Promise.resolve(null),
    optional: () => null,
    own: () => {
      throw new Error('no mode of this plugin has providers of its own');
    },
    parts:
      options.parts ??
      (() => {
        throw new Error('no parts here');
      }),
    service: <T>(service: ServiceReference<T>): T => {
      if (service.name !== confirmations.name) throw new Error(`no service ${service.name}`);
      return tickets as T;
    },
    config: () => {
      throw new Error('no mode of this plugin reads the configuration itself');
    },
  };
}
