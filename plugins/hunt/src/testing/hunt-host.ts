import type { Clock } from '@ostiary/plugin-api';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import plugin from '../plugin.js';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // Tests say what they expect of a body.
  readonly body: Body;
}

type Body = Readonly<Record<string, unknown>>;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A host with this plugin, and requests to it by a key. */
export interface HuntHost {
  readonly host: TestHost;
  readonly key: TestKey;
  /** Sends a request with a key: the one of the host, unless another is named; none with null. */
  ask(method: Method, path: string, options?: AskOptions): Promise<Answer>;
  close(): Promise<void>;
}

interface AskOptions {
  readonly key?: TestKey | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function startHunt(
  options: { readonly config?: Readonly<Record<string, unknown>>; readonly clock?: Clock } = {},
): Promise<HuntHost> {
  const { config, clock } = options;
  const host = await startHost({
    plugins: [{ definition: plugin, ...(config && { config }) }],
    ...(clock && { clock }),
  });
  const key = await host.createKey();
  return {
    host,
    key,
    async ask(method, path, { key: by = key, body, headers = {} } = {}) {
      const request = host.http[method](path).set({ ...(by && { Authorization: by.bearer }), ...headers });
      const answer = await (body === undefined ? request : request.send(body as object));
      return { status: answer.status, headers: answer.headers, body: answer.body as Body };
    },
    close: () => host.close(),
  };
}
