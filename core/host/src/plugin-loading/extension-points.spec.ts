import { createHash } from 'node:crypto';
import { fixtures, startHost, type TestHost, type TestHostOptions } from '@ostiary/testkit';
import { databaseUrl } from '@ostiary/testkit/processes';
import { afterEach, describe, expect, it } from 'vitest';

let host: TestHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

async function start(options: TestHostOptions): Promise<TestHost> {
  host = await startHost(options);
  return host;
}

async function solve(running: TestHost, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const { bearer } = await running.createKey();
  return running.http.post('/v1/solves').set('Authorization', bearer).set('Prefer', 'wait=20').send(body);
}

/** What stores nothing of its own is not done again on PostgreSQL and Redis, where other specs run jobs and routes. */
const GIVEN_SERVERS = databaseUrl !== undefined;

describe('a plugin extends the host by', () => {
  it.skipIf(GIVEN_SERVERS)('a mode', async () => {
    const running = await start({ plugins: [fixtures.withMode] });
    expect((await solve(running, { mode: 'echo', text: 'hi' })).body).toMatchObject({
      status: 'succeeded',
      result: { text: 'hi' },
    });
  });

  it.skipIf(GIVEN_SERVERS)('a variant of the mode of another', async () => {
    const running = await start({ plugins: [fixtures.withVariant, fixtures.withMode] });
    expect(running.registry.plugins.map(({ id }) => id)).toEqual(['with-mode', 'with-variant']);
    expect((await solve(running, { mode: 'echo', backwards: 'abc' })).body).toMatchObject({
      status: 'succeeded',
      result: { text: 'cba' },
    });
    expect((await solve(running, { mode: 'echo', text: 'abc' })).body).toMatchObject({
      status: 'succeeded',
      result: { text: 'abc' },
    });
  });

  it.skipIf(GIVEN_SERVERS)('a solver in a process of its own', async () => {
    const running = await start({ plugins: [fixtures.withSolver] });
    const { body } = await solve(running, { mode: 'double', number: 21 });
    expect(body).toMatchObject({ status: 'succeeded', result: { number: 42 } });
    expect((body['result'] as { pid: number }).pid).not.toBe(process.pid);
  });

  it.skipIf(GIVEN_SERVERS)('routes with grants and a configuration', async () => {
    const running = await start({ plugins: [fixtures.withController] });
    expect(running.registry.grants).toEqual(['more_things', 'things']);
    const { bearer } = await running.createKey();
    expect((await running.http.get('/v1/things/ada').set('Authorization', bearer)).body.name).toBe('good ada');
  });

  it.skipIf(GIVEN_SERVERS)(
    'modes and variants that read its configuration, and only by the schema it declares; and no files of other kinds',
    async () => {
      const running = await start({ plugins: [fixtures.withConfig] });
      const product = async (body: object) => (await solve(running, body)).body;
      expect(await product({ mode: 'multiply', number: 5 })).toMatchObject({ result: { product: 20 } });
      expect(await product({ mode: 'multiply', negative: 5 })).toMatchObject({ result: { product: -10 } });
      for (const mode of ['pry', 'hoard'])
        expect(await product({ mode })).toMatchObject({ status: 'failed', artifacts: { count: 0 } });
    },
  );

  it.skipIf(GIVEN_SERVERS)('a route that knows who calls, and that nobody with a key does', async () => {
    const running = await start({ plugins: [fixtures.withConfig] });
    const { accountId, bearer } = await running.createKey();
    expect((await running.http.get('/v1/callers').set('Authorization', bearer)).body).toEqual({ account: accountId });
    expect((await running.http.get('/v1/callers')).body).toEqual({ account: null });
  });

  it('tables of its own', async () => {
    const running = await start({ plugins: [fixtures.withStorage] });
    await running.http.post('/v1/notes').expect(201);
    expect((await running.http.get('/v1/notes').expect(200)).body).toEqual({ count: 1 });
  });

  it('rows of a mode that are stored with the success of a job, and with no other end', async () => {
    const running = await start({ plugins: [fixtures.withStorage] });
    const notes = async (): Promise<unknown> => (await running.http.get('/v1/notes').expect(200)).body;
    await solve(running, { mode: 'noting', text: 'no', fails: true });
    expect(await notes()).toEqual({ count: 0 });
    expect((await solve(running, { mode: 'noting', text: 'yes' })).body).toMatchObject({ result: { noted: 'yes' } });
    expect(await notes()).toEqual({ count: 1 });
  });

  it.skipIf(GIVEN_SERVERS)('a service that another plugin injects, and asks for within a job', async () => {
    const running = await start({ plugins: [fixtures.usingService, fixtures.withService] });
    expect((await running.http.get('/v1/greetings').expect(200)).body).toEqual({ text: 'Good day, Ada' });
    expect((await solve(running, { mode: 'greet', name: 'Bob' })).body).toMatchObject({
      result: { text: 'Good day, Bob' },
    });
  });

  it.skipIf(GIVEN_SERVERS)('but not by what another keeps to itself: the start fails', async () => {
    await expect(startHost({ plugins: [fixtures.withService, fixtures.trespassing] })).rejects.toThrow(/Private/);
  });

  it('files that are uploaded before the job, which its solver opens by itself', async () => {
    const running = await start({ plugins: [fixtures.withUpload] });
    const { bearer } = await running.createKey();
    const bytes = Buffer.from('WORDS\nsome words of a file');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { body: upload } = await running.http
      .post('/v1/uploads')
      .set('Authorization', bearer)
      .send({ purpose: 'words', media_type: 'text/plain', size: bytes.length, sha256 });
    await running.http.put(upload.content_path).set('Authorization', bearer).send(bytes).expect(200);
    const { body } = await running.http
      .post('/v1/solves')
      .set({ Authorization: bearer, Prefer: 'wait=30' })
      .send({ mode: 'count_words', text: { upload_id: upload.id } });
    expect(body.result).toMatchObject({ words: 5, first: 'some', size: bytes.length, sha256 });
    expect(body.result.pid).not.toBe(process.pid);
    const { body: can } = await running.http.get('/v1/capabilities').set('Authorization', bearer);
    expect(can.modes[0]).toMatchObject({ mode: 'count_words', needs_upload: ['words'] });
    expect(can.uploads).toContainEqual({
      purpose: 'words',
      max_bytes: 300_000_000,
      media_types: ['text/plain'],
      modes: ['count_words'],
    });
    const contract = (await running.http.get('/openapi.yaml')).text;
    expect(contract).toContain('x-upload-purpose: words');
  });

  it.skipIf(GIVEN_SERVERS)('problems', async () => {
    const running = await start({ plugins: [fixtures.withProblems] });
    expect((await running.http.get('/v1/pots').expect(400)).body).toMatchObject({
      slug: 'tea_only',
      detail: 'This pot makes tea, not coffee.',
    });
    expect(running.registry.problems.has('tea_only')).toBe(true);
  });
});

describe('a plugin that is not enabled', () => {
  it('leaves no route, mode, grant, solver, problem, table or contract entry', async () => {
    const running = await start({ plugins: [fixtures.withHealth] });
    const { bearer } = await running.createKey();
    for (const path of ['/v1/things', '/v1/notes', '/v1/pots', '/v1/greetings']) {
      expect((await running.http.get(path).set('Authorization', bearer)).status).toBe(404);
    }
    expect((await solve(running, { mode: 'echo', text: 'hi' })).status).toBe(400);
    const { body } = await running.http.get('/v1/capabilities').set('Authorization', bearer);
    expect(body.modes).toEqual([]);
    expect(running.registry.grants).toEqual([]);
    expect(running.registry.solvers).toEqual([]);
    expect(running.registry.problems.has('tea_only')).toBe(false);
    expect((await running.http.get('/health/ready')).body.checks).toHaveProperty('pulse');
    const schemas = await running.database
      .asHost()
      .execute<{ name: string }[]>(`select nspname as name from pg_namespace where nspname = 'with_storage'`);
    expect(schemas).toEqual([]);
    const contract = (await running.http.get('/openapi.yaml').expect(200)).text;
    for (const word of ['/v1/things', '/v1/notes', 'tea_only', 'createThing']) expect(contract).not.toContain(word);
  });
});
