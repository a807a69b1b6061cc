import { createHash } from 'node:crypto';
import { hostControllers, routesOf, type ServedRoute } from '@ostiary/host';
import type { Test } from 'supertest';
import { asOwner } from './as-owner.js';
import type { TestHost, TestKey } from './start-host.js';

/** What an account has, by the place of its id in a path: `solves/{id}`. */
interface Things {
  readonly key: TestKey;
  readonly label: string;
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** Cursors of its lists, by operation. */
  readonly cursors: ReadonlyMap<string, string>;
}

const FILE = Buffer.from('WORDS\none two three\n');
const IDEMPOTENCY_KEY = 'the-same-of-both';
const STATE_CHANGES_BY_ITSELF = ['heartbeat_at', 'dispatched_at', 'progress', 'due_at', 'held_until'];

const upload = {
  purpose: 'words',
  media_type: 'text/plain',
  size: FILE.length,
  sha256: createHash('sha256').update(FILE).digest('hex'),
};
/** What is sent where an operation takes a body. */
const BODIES: Readonly<Record<string, object>> = {
  submitSolve: { mode: 'busy', do: 'answer', text: 'once' },
  openUpload: upload,
};

/**
 * Asks every operation of a running host for what another account has, and says what it was told. The operations are those of the route
 * table: one that takes something the sweep cannot fill in is a complaint. The host has `withBusyMode`, `withUpload`
 * and `withFiles`.
 */
export class TenantSweep {
  private readonly routes: readonly ServedRoute[];

  private constructor(
    private readonly host: TestHost,
    private readonly ours: Things,
    private readonly theirs: Things,
    private before: string,
  ) {
    this.routes = routesOf([
      ...hostControllers(),
      ...host.registry.plugins.flatMap(({ definition }) => definition.http?.controllers ?? []),
      // What is public is nobody's.
    ]).filter(({ declaration }) => declaration.access.kind !== 'public');
  }

  /** Makes two accounts with one of everything. */
  static async prepare(host: TestHost): Promise<TenantSweep> {
    const theirs = await thingsOf(host, await host.createKey({ name: 'key of theirs' }), 'label of theirs');
    await holdUnits(host, theirs.key);
    const ours = await thingsOf(host, await host.createKey({ name: 'key of ours' }), 'label of ours');
    return new TenantSweep(host, ours, theirs, await stateOf(host, theirs));
  }

  /** Returns a line for each thing an account learned of the other's, or did to it. */
  async run(): Promise<readonly string[]> {
    const complaints = [
      ...(await this.foreignIds()),
      ...(await this.lists()),
      ...(await this.sameIdempotencyKeys()),
      ...(await this.foreignUploads()),
      ...(await this.ownLife()),
    ];
    const after = await stateOf(this.host, this.theirs);
    return after === this.before ? complaints : [...complaints, 'rows of the other account were changed'];
  }

  /** Takes the other's things for what they are now: after something was found that changed them. */
  async settle(): Promise<void> {
    await holdUnits(this.host, this.theirs.key);
    this.before = await stateOf(this.host, this.theirs);
  }

  /** Every operation with an id in its path, asked with the other's and with one that nobody has. */
  private async foreignIds(): Promise<readonly string[]> {
    const complaints: string[] = [];
    for (const route of this.routes.filter(({ contractPath }) => contractPath.includes('{'))) {
      const place = /([a-z-]+\/\{\w+\})/.exec(route.contractPath)?.[1] ?? '';
      const ids = this.theirs.ids[place];
      if (ids === undefined) {
        complaints.push(`${nameOf(route)}: the sweep does not know what ${place} is filled with`);
        continue;
      }
      for (const id of ids) {
        const foreign = await this.ask(route, route.contractPath.replace(/\{\w+\}/, id));
        const nobodys = id.replace(/[0-9A-Z]{26}$/, '01ARZ3NDEKTSV4RRFFQ69G5FAV');
        const unknown = await this.ask(route, route.contractPath.replace(/\{\w+\}/, nobodys));
        const refused = foreign.status === 404 || (foreign.status === 400 && !listed(route).includes(404));
        if (!refused || foreign.status !== unknown.status || foreign.text.replaceAll(id, nobodys) !== unknown.text)
          complaints.push(`${nameOf(route)} ${id}: ${foreign.status}, of nobody ${unknown.status}`);
      }
    }
    return complaints;
  }

  /** Every operation that is read without an id, and every cursor of the other's. */
  private async lists(): Promise<readonly string[]> {
    const complaints: string[] = [];
    for (const route of this.routes.filter(({ method }) => method === 'GET')) {
      const { operationId, query } = route.declaration;
      const fill = (path: string): string =>
        path.replace(/([a-z-]+)\/(\{\w+\})/, (place) => `${place.split('/')[0]}/${this.ours.ids[place]?.[0]}`);
      const path = fill(route.contractPath);
      if (path.endsWith('/events')) continue;
      const cursor = this.theirs.cursors.get(operationId);
      const takesCursor = 'cursor' in ((query as { shape?: object } | undefined)?.shape ?? {});
      if (takesCursor && cursor === undefined) complaints.push(`${nameOf(route)}: the sweep has no cursor of it`);
      for (const asked of [
        path,
        ...(takesCursor ? [`${path}?limit=200`, `${path}?cursor=${encodeURIComponent(cursor ?? '')}`] : []),
      ]) {
        const { text } = await this.ask(route, asked);
        complaints.push(
          ...this.markersIn(text).map((marker) => `${nameOf(route)} ${asked}: has ${marker} of the other`),
        );
      }
    }
    return complaints;
  }

  /** Every idempotent operation with a key that the other has used for the same. */
  private async sameIdempotencyKeys(): Promise<readonly string[]> {
    const complaints: string[] = [];
    for (const route of this.routes.filter(({ declaration }) => declaration.idempotent !== undefined)) {
      if (BODIES[route.declaration.operationId] === undefined) {
        complaints.push(`${nameOf(route)}: the sweep does not know what it is sent`);
        continue;
      }
      const { status, text } = await this.ask(route, route.contractPath, {
        'Idempotency-Key': IDEMPOTENCY_KEY,
        Prefer: 'wait=20',
      });
      if (status >= 400) complaints.push(`${nameOf(route)}: a key that the other has used is answered ${status}`);
      complaints.push(...this.markersIn(text).map((marker) => `${nameOf(route)}: a key gave ${marker} of the other`));
    }
    return complaints;
  }

  /** A job that names the other's upload, or its artefact. */
  private async foreignUploads(): Promise<readonly string[]> {
    const complaints: string[] = [];
    for (const id of this.theirs.ids['uploads/{upload_id}'] ?? []) {
      const answer = await this.submit({ mode: 'count_words', text: { upload_id: id } });
      if (answer.status !== 400) complaints.push(`a job took the other's upload: ${answer.status}`);
    }
    return complaints;
  }

  /** What an account does with its own still works: a job that makes a file, is read, and one that is cancelled. */
  private async ownLife(): Promise<readonly string[]> {
    const made = await this.submit({ mode: 'busy', do: 'artefact', text: 'mine' });
    const { id, status } = await untilEnded(made.body as Solve, (path) => this.as(this.host.http.get(path)));
    if (status !== 'succeeded') return [`a job of its own ended as ${status ?? made.status}`];
    const { text } = await this.as(this.host.http.get(`/v1/solves/${id}/artifacts`));
    const [artefact] = (JSON.parse(text) as { data: { id: string }[] }).data;
    const content = await this.as(this.host.http.get(`/v1/artifacts/${artefact?.id}`));
    const open = await this.submit({ mode: 'busy', do: 'sleep', n: 60_000 }, 'respond-async');
    const ended = await this.as(this.host.http.delete(`/v1/solves/${(open.body as { id: string }).id}`));
    return content.status === 200 && ended.status === 200 ? [] : ['its own things are not as they were'];
  }

  private markersIn(text: string): readonly string[] {
    const { key, label, ids } = this.theirs;
    return [key.accountId, key.id, 'key of theirs', label, `meter_of_${key.id}`, ...Object.values(ids).flat()].filter(
      (marker) => text.includes(marker),
    );
  }

  private async submit(body: object, prefer = 'wait=20'): Promise<{ status: number; body: unknown }> {
    return this.as(this.host.http.post('/v1/solves')).set('Prefer', prefer).send(body);
  }

  private as(request: Test): Test {
    return request.set('Authorization', this.ours.key.bearer);
  }

  private async ask(
    route: ServedRoute,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> {
    const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    const request = this.as(this.host.http[method](path)).set(headers).buffer(true);
    const { content, operationId } = route.declaration;
    const { status, text, body } =
      content === 'stream' || content === 'raw'
        ? await request
            .set('Content-Range', `bytes */${FILE.length}`)
            .set('Content-Type', 'application/octet-stream')
            .send('')
        : await (BODIES[operationId] === undefined ? request : request.send(BODIES[operationId]));
    return { status, text: (text ?? String(body)).replaceAll(/req_[0-9A-Z]{26}/g, '<request>') };
  }
}

/** What is read of a job; a refusal has none of it. */
interface Solve {
  readonly id?: string;
  readonly status?: string;
}

/** How often a job is asked for that has not ended, each time until its state changes or 20 s are over: a machine may be busy. */
const LOOKS = 8;

/** A job once it has ended. One that does not end is given as it is. */
async function untilEnded(solve: Solve, get: (path: string) => Test): Promise<Solve> {
  let seen = solve;
  for (let look = 0; look < LOOKS && (seen.status === 'queued' || seen.status === 'running'); look += 1)
    seen = (await get(`/v1/solves/${solve.id}?wait=20`)).body as Solve;
  return seen;
}

const nameOf = ({ method, contractPath }: ServedRoute): string => `${method} ${contractPath}`;
const listed = ({ declaration }: ServedRoute): readonly number[] => declaration.answers.map(({ status }) => status);

async function thingsOf(host: TestHost, key: TestKey, label: string): Promise<Things> {
  const as = (request: Test): Test => request.set({ Authorization: key.bearer, Prefer: 'wait=20' });
  const submit = async (body: object, headers: Record<string, string> = {}): Promise<Solve> =>
    (await as(host.http.post('/v1/solves')).set(headers).send(body)).body as Solve;
  const done = async (body: object, headers: Record<string, string> = {}): Promise<string> => {
    const { id, status } = await untilEnded(await submit(body, headers), (path) => as(host.http.get(path)));
    if (id === undefined || status !== 'succeeded') throw new Error(`a job of the sweep ended as ${status}`);
    return id;
  };
  const made = await done({ mode: 'busy', do: 'artefact', text: label, label });
  const keyed = await done(BODIES['submitSolve'] ?? {}, { 'Idempotency-Key': IDEMPOTENCY_KEY });
  const { id: open = '' } = await submit({ mode: 'busy', do: 'sleep', n: 600_000 }, { Prefer: 'respond-async' });
  // It waits for ever: handed over to nobody, so that nothing of the account changes by itself.
  await asOwner(host.database).execute(
    `update core.jobs set status = 'queued', attempt = 2, worker_id = null, heartbeat_at = null,
       dispatched_at = now() + interval '1 day', deadline_at = now() + interval '1 day' where id = ?`,
    [open],
  );
  await asOwner(host.database).execute(
    `insert into core.meter_readings (account_id, meter, period_start, units)
     select account_id, ?, period_start, 7 from core.quotas where account_id = ?`,
    [`meter_of_${key.id}`, key.accountId],
  );
  const artefact = (await as(host.http.get(`/v1/solves/${made}/artifacts`))).body.data[0].id as string;
  for (let read = 0; read < 2; read += 1) await as(host.http.get(`/v1/artifacts/${artefact}`));
  const sent = (await as(host.http.post('/v1/uploads')).send(upload)).body.id as string;
  await as(host.http.put(`/v1/uploads/${sent}/content`))
    .set('Content-Type', 'application/octet-stream')
    .send(FILE);
  const exported: string[] = [];
  for (let n = 0; n < 2; n += 1)
    exported.push((await as(host.http.post('/v1/exports')).send({ lines: [label] })).body.id as string);
  await as(host.http.get(`/v1/exports/${exported[0]}`));
  const { id: waiting } = (await as(host.http.post('/v1/uploads')).send(upload)).body as { id: string };
  const cursorOf = async (path: string): Promise<string> =>
    (await as(host.http.get(`${path}?limit=1`))).body.next_cursor as string;
  return {
    key,
    label,
    ids: {
      'solves/{id}': [made, keyed, open],
      'solves/{job_id}': [made, open],
      'artifacts/{id}': [artefact],
      'uploads/{upload_id}': [sent, waiting],
      'exports/{id}': exported,
    },
    cursors: new Map([
      ['listSolves', await cursorOf('/v1/solves')],
      ['listExports', await cursorOf('/v1/exports')],
      ['listArtifactReads', await cursorOf(`/v1/artifacts/${artefact}/access`)],
    ]),
  };
}

/** Units held, of which some can be given back by mistake. */
async function holdUnits(host: TestHost, { accountId }: TestKey): Promise<void> {
  await asOwner(host.database).execute('update core.quotas set reserved = 1000 where account_id = ?', [accountId]);
}

/** All rows of an account, without what changes by itself. */
async function stateOf(host: TestHost, { key: { accountId } }: Things): Promise<string> {
  const owner = asOwner(host.database);
  const tables = await owner.execute<{ name: string; column: string }[]>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name, case c.relname when 'accounts' then 'id' else 'account_id' end as column
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') order by 1`,
  );
  const rows: unknown[] = [];
  for (const { name, column } of tables)
    rows.push(
      await owner.execute(
        `select to_jsonb(t) - array[${STATE_CHANGES_BY_ITSELF.map((it) => `'${it}'`).join(', ')}] as row from ${name} t where t.${column} = ? order by 1`,
        [accountId],
      ),
    );
  return JSON.stringify(rows);
}
