// Embedded only: the command asks over HTTP; tools/contract/answers.spec.ts holds the answers the same on PostgreSQL.
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ostiaryBeside, type Ran } from './testing/run.js';

let host: TestHost;
let key: TestKey;
let folder: string;

beforeAll(async () => {
  host = await startHost({ plugins: ['@ostiary/guardrail', '@ostiary/hunt'] });
  key = await host.createKey({ name: 'ada' });
});
afterAll(() => host.close());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-client-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Runs the command in a folder of its own, where its settings are too. */
function run(args: string, env: Readonly<Record<string, string>> = {}, input?: string): Promise<Ran> {
  return ostiaryBeside(args === '' ? [] : args.split(' '), {
    cwd: folder,
    env: { XDG_CONFIG_HOME: folder, ...env },
    ...(input !== undefined && { input }),
  });
}
const as = (): Record<string, string> => ({ OSTIARY_URL: host.url, OSTIARY_KEY: key.key });
const kept = (): string => join(folder, 'ostiary', 'login.json');

async function submit(body: object, prefer = 'wait=30'): Promise<string> {
  const { body: job } = await host.http
    .post('/v1/solves')
    .set({ Authorization: key.bearer, Prefer: prefer })
    .send(body);
  return (job as { id: string }).id;
}
const HUNT = {
  mode: 'hunt',
  policy: 'dialect 1; @id("never") refuse pay when amount < 10.00 EUR and amount > 20.00 EUR;',
  options: { classes: ['G01'] },
};

describe('ostiary login', () => {
  it('keeps the address and the key where nobody else can read them', async () => {
    const { code, out, err } = await run(`login ${host.url}/`, {}, `${key.key}\n`);
    expect([code, err, out]).toEqual([
      0,
      '',
      `Logged in to ${host.url} as Test account, with key ada. Kept in ${kept()}.\n`,
    ]);
    expect(statSync(kept()).mode & 0o777).toBe(0o600);
    expect((await run('jobs')).code).toBe(0);
    expect(await run('login --forget')).toMatchObject({ code: 0, out: `${kept()} is gone.\n` });
    expect(existsSync(kept())).toBe(false);
    expect((await run('jobs')).err).toContain('No service is known');
  });

  it('keeps no key that is not valid', async () => {
    expect(await run(`login ${host.url}`, {}, 'ost_wrong')).toMatchObject({
      code: 3,
      err: expect.stringContaining('[invalid_key]') as string,
    });
    expect((await run(`login ${host.url}`, {}, '')).err).toContain('No key was given');
    expect((await run('login ftp://a.example', {}, 'k')).err).toContain('not the address of a service');
    expect(existsSync(kept())).toBe(false);
  });

  it('sends a key only to the service it was kept for', async () => {
    await run(`login ${host.url}`, {}, key.key);
    const { code, err } = await run('jobs', { OSTIARY_URL: 'http://127.0.0.1:9' });
    expect([code, err]).toEqual([2, expect.stringContaining('There is no key for http://127.0.0.1:9') as string]);
  });
});

describe('ostiary doctor', () => {
  it('says of each thing that it is there', async () => {
    const { code, out } = await run('doctor', as());
    expect(code).toBe(0);
    for (const line of ['ok    solver', 'ok    server: Ostiary 0.1.0', 'ok    clock: ', 'ok    key: ada: Test account'])
      expect(out).toContain(line);
    expect(out).toContain('ok    mode: hunt\n');
    const plain = await host.createKey({ accountId: key.accountId, grants: ['guardrail'] });
    const less = await run('doctor', { ...as(), OSTIARY_KEY: plain.key });
    expect([less.code, less.out]).toEqual([
      0,
      expect.stringContaining('mode: hunt, not granted to this key') as string,
    ]);
  });

  it('says what to do about what is not', async () => {
    const nobody = await run('doctor', { ...as(), OSTIARY_URL: 'http://127.0.0.1:9' });
    expect([nobody.code, nobody.out]).toEqual([3, expect.stringMatching(/^fail {2}server: .*is a service running/m)]);
    const wrong = await run('doctor', { ...as(), OSTIARY_KEY: 'wrong' });
    expect(wrong.out).toMatch(/^ok {4}server: .*\n[^]*^fail {2}key: .*\[invalid_key\]; ask whoever/m);
    expect((await run('doctor')).out).toContain('fail  settings: No service is known');
    await run(`login ${host.url}`, {}, key.key);
    chmodSync(kept(), 0o644);
    expect((await run('doctor --lang pt')).out).toMatch(/^fail {2}definições: .*chmod 600/m);
    const soon = await host.createKey({ accountId: key.accountId, expiresAt: new Date(Date.now() + 86_400_000) });
    expect((await run('doctor', { ...as(), OSTIARY_KEY: soon.key })).out).toContain('it expires within a week');
    const machine = JSON.parse((await run('doctor --json', as())).out) as object[];
    expect(machine).toContainEqual({ name: 'mode', ok: true, says: 'hunt', todo: null });
  });
});

describe('ostiary jobs', () => {
  it('lists them, narrowed down, and shows one', async () => {
    const job = await submit({ ...HUNT, label: 'refunds' });
    const { out } = await run('jobs --label refunds --mode hunt --status succeeded', as());
    expect(out).toMatch(new RegExp(`^${job}\thunt\tsucceeded\t.*\trefunds\tfound 1 high\n$`));
    expect((await run('jobs --label others', as())).out).toBe('');
    const shown = await run(`jobs show ${job}`, as());
    expect(shown.out).toMatch(/hunt succeeded\n {2}label {5}refunds\n/);
    const whole = JSON.parse((await run(`jobs show ${job} --result`, as())).out) as { result: { findings: object[] } };
    expect(whole.result.findings).toMatchObject([{ class: 'G01' }]);
  });

  it('follows one to its end, a line an event', async () => {
    const job = await submit(HUNT, 'respond-async');
    const { code, out } = await run(`jobs watch ${job}`, as());
    expect(code).toBe(0);
    expect(out).toMatch(/^1\t.*\tjob\.queued\tqueued$/m);
    expect(out).toMatch(/\tfinding\.found\trunning\t.*class=G01/);
    expect(out).toMatch(/\tjob\.succeeded\tsucceeded\n/);
  });

  it('cancels one, and fails of one that did not succeed', async () => {
    const account = await host.createKey();
    const busy = { ...as(), OSTIARY_KEY: account.key };
    const { body } = await host.http
      .post('/v1/solves')
      .set({ Authorization: account.bearer, Prefer: 'respond-async' })
      .send({ ...HUNT, deadline_ms: 1 });
    const { id } = body as { id: string };
    expect(await run(`jobs watch ${id}`, busy)).toMatchObject({ code: 1 });
    const ended = await run(`jobs cancel ${id}`, busy);
    expect([ended.code, ended.out]).toEqual([0, expect.stringContaining(' hunt expired\n') as string]);
  });

  it('tells what it cannot do', async () => {
    expect(await run('jobs show slv_01ARZ3NDEKTSV4RRFFQ69G5FAV', as())).toMatchObject({
      code: 2,
      err: expect.stringContaining('[not_found]') as string,
    });
    expect((await run('jobs show x', as())).err).toContain('\n  id: ');
    for (const wrong of ['jobs erase', 'jobs show', 'jobs list x', 'jobs --limit 0', 'jobs --status done'])
      expect((await run(wrong, as())).code).toBe(2);
    expect((await run('jobs', { ...as(), OSTIARY_KEY: 'wrong' })).err).toContain('hint: ostiary login');
  });
});

describe('ostiary artefacts', () => {
  it('lists the files of a job and downloads one', async () => {
    const job = await submit(HUNT);
    const { out } = await run(`artefacts ${job}`, as());
    expect(out).toMatch(/^policy\.ost\tsource\t\d+\ttext\/plain/m);
    expect((await run(`artefacts ${job} source --output -`, as())).out).toBe(HUNT.policy);
    expect((await run(`artefacts ${job} hunt.sarif`, as())).code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'hunt.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
    const again = await run(`artefacts ${job} sarif`, as());
    expect([again.code, again.err]).toEqual([
      2,
      expect.stringContaining('There is a file hunt.sarif already') as string,
    ]);
    expect((await run(`artefacts ${job} sarif --output deep/a.sarif`, as())).code).toBe(0);
    expect(existsSync(join(folder, 'deep/a.sarif'))).toBe(true);
    expect((await run(`artefacts ${job} none`, as())).err).toContain('hunt.md (markdown)');
  });

  it('says that a job has no files', async () => {
    const call = {
      mode: 'guardrail',
      policy: 'dialect 1; @id("all") allow pay;',
      action: { tool: 'pay', arguments: {} },
    };
    const job = await submit(call);
    expect(await run(`artefacts ${job} sarif`, as())).toMatchObject({
      code: 2,
      err: `ostiary: ${job} has no files.\n`,
    });
  });
});

describe('ostiary upload', () => {
  it('sends a file, and tells its id', async () => {
    writeFileSync(join(folder, 'p.ost'), HUNT.policy);
    const { code, out } = await run('upload p.ost', as());
    expect([code, out]).toEqual([0, expect.stringMatching(/^upl_\w+\n$/)]);
    const job = await submit({ ...HUNT, policy: { upload_id: out.trim() } });
    expect((await run(`artefacts ${job} source --output -`, as())).out).toBe(HUNT.policy);
    writeFileSync(join(folder, 'p.txt'), HUNT.policy);
    expect((await run('upload p.txt', as())).err).toContain('What is p.txt for?');
    expect((await run('upload p.txt --purpose policy --media-type text/plain', as())).code).toBe(0);
    expect((await run('upload p.txt --purpose nothing', as())).err).toContain('[invalid_request]');
    expect((await run('upload none.ost', as())).err).toContain('There is no file none.ost');
  });

  it('goes on where it was broken off', async () => {
    const size = 10 * 1024 * 1024;
    writeFileSync(join(folder, 'rows.csv'), `a\n${'1\n'.repeat(size / 2 - 1)}`);
    const line = await BreakingLine.to(host.url);
    const through = { ...as(), OSTIARY_URL: line.url };
    line.breakAfter(6 * 1024 * 1024);
    expect(await run('upload rows.csv', through)).toMatchObject({
      code: 3,
      err: expect.stringContaining('does not answer') as string,
    });
    line.mend();
    const { code, out } = await run('upload rows.csv', through);
    expect([code, out]).toEqual([0, expect.stringMatching(/^upl_/)]);
    expect(line.sent).toBeLessThan(7 * 1024 * 1024);
    expect(JSON.parse(readFileSync(join(folder, 'ostiary/uploads.json'), 'utf8'))).toEqual({});
    line.close();
  });
});

/** A line to the service that breaks, and stays broken, after so many bytes. */
class BreakingLine {
  sent = 0;
  private left = Infinity;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(url: string): Promise<BreakingLine> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = new BreakingLine(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', (socket) => line.join(socket, Number(new URL(url).port)));
    return line;
  }

  breakAfter(bytes: number): void {
    this.left = bytes;
  }

  mend(): void {
    this.left = Infinity;
    this.sent = 0;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private join(socket: Socket, port: number): void {
    const on = connect(port, '127.0.0.1');
    for (const each of [socket, on]) {
      this.sockets.add(each);
      each.on('error', () => undefined);
      each.on('close', () => {
        socket.destroy();
        on.destroy();
      });
    }
    on.pipe(socket);
    socket.on('data', (bytes) => {
      this.sent += bytes.length;
      this.left -= bytes.length;
      if (this.left < 0) socket.destroy();
      else on.write(bytes);
    });
  }
}
