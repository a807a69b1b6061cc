import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from '@ostiary/testkit/project';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FIXTURE = pathToFileURL(join(root, 'core/testkit/dist/fixtures/with-router.js')).href;
const main = join(root, 'core/host/dist/main.js');
const run = promisify(execFile);
let directory: string;
let data: string;
let child: ChildProcess | undefined;
let http: ReturnType<typeof supertest>;

const environment = (over: Record<string, string> = {}) => ({
  ...process.env,
  OSTIARY_DATABASE_URL: '',
  OSTIARY_REDIS_URL: '',
  OSTIARY_PORT: '0',
  OSTIARY_LOG_LEVEL: 'warn',
  OSTIARY_DATA: data,
  OSTIARY_DEPLOYMENT: join(directory, 'router.yaml'),
  ...over,
});

/** What `ostiary admin` prints as JSON. */
async function admin(...args: readonly string[]): Promise<Record<string, string>> {
  const { stdout } = await run(process.execPath, [join(root, 'cli/bin/ostiary.js'), 'admin', ...args, '--json'], {
    env: environment(),
  });
  return JSON.parse(stdout) as Record<string, string>;
}

beforeAll(async () => {
  // Inside the workspace, so that the package finds the plugin api as an installed one would.
  directory = mkdtempSync(join(root, 'node_modules', '.cache-router-'));
  data = join(directory, 'data');
  mkdirSync(join(directory, 'plans'));
  const manifest = {
    name: 'plans',
    version: '1.0.0',
    type: 'module',
    ostiary: { plugin: './plugin.js', api: '^1.0.0' },
  };
  writeFileSync(join(directory, 'plans/package.json'), JSON.stringify(manifest));
  writeFileSync(join(directory, 'plans/plugin.js'), `export { withRouter as default } from '${FIXTURE}';`);
  writeFileSync(join(directory, 'router.yaml'), 'kind: router\nplugins:\n  - package: ./plans\n');
  child = spawn(process.execPath, [main], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, url] = /is ready at (\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    http = supertest(url);
    break;
  }
});
afterAll(async () => {
  if (child !== undefined && child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(directory, { recursive: true, force: true });
});

describe('a router', () => {
  it('is ready without PostgreSQL and Redis, and makes no database', async () => {
    const { body } = await http.get('/health/ready').expect(200);
    expect(Object.keys(body.checks)).toEqual(expect.not.arrayContaining(['database']));
    expect(existsSync(join(data, 'database'))).toBe(false);
    await expect(
      run(process.execPath, [main], { env: environment({ OSTIARY_DATABASE_URL: 'postgres://nowhere/none' }) }),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('a router has neither database nor Redis') });
  });

  it('serves what is served there, for keys of its own, and counts what it costs', async () => {
    const { key = '' } = await admin('key', 'create', '--account', 'acc_1', '--grants', 'plans', '--name', 'bot');
    const bearer = `Bearer ${key}`;
    const plans = () => http.post('/v1/trial-plans').set('Authorization', bearer).send({ plan: 'a' });
    expect((await plans().expect(200)).body).toEqual({ plan: 'a' });
    await plans().expect(200);
    await expect
      .poll(async () => (await http.get('/v1/trial-plans/count').set('Authorization', bearer)).body.leases)
      .toBeGreaterThan(1);
    expect((await http.get('/v1/trial-plans/count').set('Authorization', bearer).expect(200)).body.plans).toBe(2);
    await http.post('/v1/trial-plans').send({ plan: 'a' }).expect(401);
    await http.get('/v1/version').set('Authorization', bearer).expect(200);
    const file = join(data, 'keys.json');
    expect(readFileSync(file, 'utf8')).not.toContain(key.slice(13, 40));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [listed] = (await admin('key', 'list')) as unknown as Record<string, string>[];
    expect(listed).toMatchObject({ account: 'acc_1', name: 'bot', grants: 'plans', pepper: 'current', revoked: '' });
    await admin('key', 'revoke', listed?.['id'] ?? '');
    await expect.poll(async () => (await plans()).status).toBe(401);
  });

  it('keeps every other operation in its contract, and answers for it right after 403, with the body unread', async () => {
    const { key = '' } = await admin('key', 'create', '--account', 'acc_1', '--grants', 'plans');
    const bearer = `Bearer ${key}`;
    const post = (path: string) => http.post(path).set('Content-Type', 'application/json').send('{ no JSON');
    await post('/v1/trial-catalogues').expect(401);
    const { key: other } = await admin('key', 'create', '--account', 'acc_1', '--grants', 'nothing');
    await post('/v1/trial-catalogues').set('Authorization', `Bearer ${other}`).expect(403);
    const own = await post('/v1/trial-catalogues').set('Authorization', bearer).expect(503);
    expect(own.body.slug).toBe('hosted_alone');
    await post('/v1/solves').expect(401);
    const solves = await post('/v1/solves').set('Authorization', bearer).expect(503);
    expect(solves.body).toMatchObject({ slug: 'not_served_here', retryable: false });
    expect((await http.get('/v1/account').set('Authorization', bearer).expect(503)).body.slug).toBe('not_served_here');
    const { text } = await http.get('/openapi.yaml').expect(200);
    for (const operation of ['makeTrialPlan', 'keepTrialCatalogue', 'submitSolve'])
      expect(text).toContain(`: ${operation}\n`);
  });

  it('says which commands need a database', async () => {
    await expect(admin('account', 'list')).rejects.toMatchObject({
      code: 1,
      stderr: 'account list: a router has no database; it knows key create, list, revoke and revoke-lost\n',
    });
  });
});
