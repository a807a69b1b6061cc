import { setTimeout as sleep } from 'node:timers/promises';

/** Texts that are unlike any other: 40 random characters each. */
export interface Canaries {
  /** Never to be found. */
  readonly key: string;
  readonly prompt: string;
  /** Stored, logged and answered like any text: to be found everywhere, or the search is worth nothing. */
  readonly control: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: { readonly id?: string; readonly status?: string; readonly error?: { readonly slug: string } | null };
}

const ENDS = /^(succeeded|failed|cancelled|expired)$/;

/** Calls of a service that is verified. Everything it answers is kept, to be searched. */
export class Caller {
  readonly answers: string[] = [];
  private readonly jobs: string[] = [];

  constructor(
    public url: string,
    private readonly key: string,
    private readonly canaries: Canaries,
  ) {}

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.key}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.answers.push(`${[...response.headers].join('\n')}\n${text}`);
    const json = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, text, body: json ? (JSON.parse(text) as Answer['body']) : {} };
  }

  /** Submits a job that carries the values that are never stored. */
  async submit(what: string, over: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const { key, prompt, control } = this.canaries;
    const generation = { provider: 'acme', key, prompt };
    const body = { mode: 'recite', do: what, label: control, control, generation, ...over };
    const answer = await this.send('POST', '/v1/solves', body, { Prefer: 'wait=20', ...headers });
    if (answer.body.id !== undefined) this.jobs.push(answer.body.id);
    return answer;
  }

  async until(id: string, states: RegExp): Promise<Answer> {
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await this.send('GET', `/v1/solves/${id}?include=result`);
      if (states.test(answer.body.status ?? '')) return answer;
      await sleep(100);
    }
    throw new Error(`the job ${id} did not become ${states.source} within a minute`);
  }

  /** Reads every job, its events and files, and the lists. */
  async readAll(): Promise<void> {
    for (const id of this.jobs) {
      await this.until(id, ENDS);
      await this.send('GET', `/v1/solves/${id}/events`);
      const { text } = await this.send('GET', `/v1/solves/${id}/artifacts`);
      for (const [artefact] of text.matchAll(/art_[0-9A-Za-z]+/g)) await this.send('GET', `/v1/artifacts/${artefact}`);
    }
    for (const path of ['/v1/solves?limit=200', '/v1/account', '/v1/capabilities']) await this.send('GET', path);
  }
}

const expectOf = (answer: Answer, what: string, slug: string): void => {
  const { status = '', error } = answer.body;
  const seen = answer.status >= 400 ? String(answer.status) : status === 'failed' ? (error?.slug ?? '') : status;
  if (seen !== slug) throw new Error(`the path "${what}" went another way: ${seen} in place of ${slug}`);
};

/** Sends requests every way they can go within a service that runs on. Throws where one was not taken, which would prove nothing. */
export async function goEveryWay(caller: Caller, key: string): Promise<void> {
  const ways: readonly (readonly [string, string])[] = [
    ['answer', 'succeeded'],
    ['log', 'succeeded'],
    ['file', 'succeeded'],
    ['keep', 'succeeded'],
    ['throw', 'internal'],
    ['refuse', 'probe_refused'],
    ['give_out', 'internal'],
    ['event', 'internal'],
    ['pry', 'internal'],
    ['refuse_early', '400'],
  ];
  for (const [what, slug] of ways) expectOf(await caller.submit(what), what, slug);
  expectOf(await caller.submit('file', { control: '' }), 'a file with the value', 'internal');
  const again = { 'Idempotency-Key': 'again' };
  expectOf(await caller.submit('answer', {}, again), 'sent with a key', 'succeeded');
  expectOf(await caller.submit('answer', {}, again), 'sent again', 'succeeded');
  expectOf(await caller.submit('answer', { n: 1 }, again), 'another with its key', '409');
  expectOf(await caller.submit('answer', { generation: { provider: 'acme', key: [key] } }), 'not valid', '400');
  expectOf(
    await caller.submit('answer', { generation: { provider: 'acme', key, more: 1 } }),
    'an unknown field',
    '400',
  );
  expectOf(await caller.submit('answer', { generation: { provider: 'acme', key: key.repeat(10) } }), 'too long', '400');
  expectOf(await caller.submit('answer', { control: 'x'.repeat(20_000) }), 'too large', '413');
  expectOf(await caller.submit('answer', { mode: 'none' }), 'no such mode', '400');
  expectOf(await caller.submit('sleep', { n: 20_000, deadline_ms: 500 }), 'past its deadline', 'expired');
  const { body } = await caller.submit('sleep', { n: 20_000 }, { Prefer: 'respond-async' });
  await caller.send('DELETE', `/v1/solves/${body.id}`);
  expectOf(await caller.until(body.id ?? '', ENDS), 'cancelled', 'cancelled');
}
