import { type Clock, definePlugin } from '@ostiary/plugin-api';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { Hunter } from '../mode/hunter.js';
import plugin from '../plugin.js';
import type { HuntInput } from '../request/request.js';
import type { HuntOutput } from '../request/result.js';
import { reportOf } from './reports.js';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

type Body = Readonly<Record<string, unknown>>;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Hunts as a test says: gives a report at once, or when the test has it. */
export class FakeHunter implements Pick<Hunter, 'hunt'> {
  /** What the next hunts give. */
  report: (asked: HuntInput, signal: AbortSignal) => HuntOutput | Promise<HuntOutput> = () => reportOf([]);
  readonly asked: HuntInput[] = [];

  async hunt(asked: HuntInput, ctx: { readonly signal: AbortSignal }): Promise<HuntOutput> {
    this.asked.push(asked);
    return this.report(asked, ctx.signal);
  }
}

/** A host with this plugin, whose hunts are a test's, and requests to it by a key. */
export interface HuntHost {
  readonly host: TestHost;
  readonly key: TestKey;
  readonly hunter: FakeHunter;
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
  options: {
    readonly config?: Readonly<Record<string, unknown>>;
    readonly clock?: Clock;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<HuntHost> {
  const { config, clock, env } = options;
  const hunter = new FakeHunter();
  const { $type: _, api: __, ...declaration } = plugin;
  const definition = definePlugin({
    ...declaration,
    providers: (plugin.providers ?? []).map((one) => (one === Hunter ? { provide: Hunter, useValue: hunter } : one)),
  });
  const host = await startHost({
    plugins: [{ definition, ...(config && { config }) }],
    ...(clock && { clock }),
    ...(env && { env }),
  });
  const key = await host.createKey();
  return {
    host,
    key,
    hunter,
    async ask(method, path, { key: by = key, body, headers = {} } = {}) {
      const request = host.http[method](path).set({ ...(by && { Authorization: by.bearer }), ...headers });
      const answer = await (body === undefined ? request : request.send(body as object));
      return { status: answer.status, headers: answer.headers, body: answer.body as Body };
    },
    close: () => host.close(),
  };
}

/** A project of its own, and scans of it. */
export class ScannedProject {
  private policies = 0;

  private constructor(
    private readonly hunt: HuntHost,
    private readonly key: TestKey,
    readonly id: string,
  ) {}

  static async create(hunt: HuntHost, name: string, key: TestKey = hunt.key): Promise<ScannedProject> {
    const { body } = await hunt.ask('post', '/v1/projects', { key, body: { name } });
    return new ScannedProject(hunt, key, body['id'] as string);
  }

  get path(): string {
    return `/v1/projects/${this.id}`;
  }

  /** Scans a policy that was not scanned before, of which the hunter gives this report. */
  async scan(report: HuntOutput, more: object = {}): Promise<Answer> {
    this.hunt.hunter.report = () => report;
    this.policies += 1;
    return this.hunt.ask('post', `${this.path}/scans`, {
      key: this.key,
      body: { policy: `dialect 1; allow refund_order when amount <= ${this.policies}.00 EUR;`, ...more },
      headers: { Prefer: 'wait=30' },
    });
  }

  /** The findings of a branch by their fingerprints, as a list shows them. */
  async findings(query = ''): Promise<Readonly<Record<string, Body>>> {
    const { body } = await this.hunt.ask('get', `${this.path}/findings?limit=200${query}`, { key: this.key });
    return Object.fromEntries((body['data'] as Body[]).map((row) => [row['fingerprint'], row]));
  }
}
