// Embedded only: the command asks over HTTP; what projects answer is tested on PostgreSQL beside them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ostiaryBeside, type Ran } from './testing/run.js';

const CLEAN = 'dialect 1;\n@id("small") allow pay when amount <= 100.00 EUR;\n';
const BAD = `${CLEAN}@id("never") refuse pay when amount < 10.00 EUR and amount > 20.00 EUR;\n`;
const WORSE = `${BAD}@id("late") refuse pay when amount > 9.00 EUR and amount < 8.00 EUR;\n`;

const TOOLS = {
  name: 'shop',
  version: '1',
  tools: [
    {
      name: 'pay',
      classes: [],
      args: { kind: 'record', fields: { amount: { type: { kind: 'money', currencies: ['EUR'] }, required: true } } },
    },
  ],
};

let host: TestHost;
let key: TestKey;
let folder: string;
let projects = 0;
let project: string;

beforeAll(async () => {
  host = await startHost({ plugins: ['@ostiary/hunt'] });
  key = await host.createKey();
});
afterAll(() => host.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-project-'));
  project = `refunds-${(projects += 1)}`;
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Hunts a policy in the project of the test, for one class. */
function hunt(policy: string, more = '', by: TestKey = key): Promise<Ran> {
  writeFileSync(join(folder, 'p.ost'), policy);
  const args = `hunt p.ost --class G01 --project ${project} ${more}`.trim().split(' ');
  const env = { XDG_CONFIG_HOME: folder, OSTIARY_URL: host.url, OSTIARY_KEY: by.key };
  return ostiaryBeside(args, { cwd: folder, env });
}

async function idOfProject(): Promise<string> {
  const { body } = await host.http.get('/v1/projects?limit=200').set('Authorization', key.bearer);
  const found = (body as { data: { id: string; name: string }[] }).data.find(({ name }) => name === project);
  return found?.id ?? '';
}

describe('ostiary hunt --project', () => {
  it('makes the project, scans it, and asks its gate', async () => {
    const { code, out, err } = await hunt(BAD, '--label 1f0c2ab');
    const [finding, scan, outcome, gate] = out.split('\n');
    expect([err, code]).toEqual(['', 1]);
    expect(finding).toMatch(/^p\.ost:3:1: high: .*`never`.* \[G01\]$/);
    expect(scan).toMatch(/^scan scn_\w+ of branch main, job slv_\w+$/);
    expect([outcome, gate]).toEqual([
      'p.ost: 1 bug: 1 high; 2 questions, all decided',
      'gate: failed, new high findings: 1, at most 0 may be',
    ]);
    const again = await hunt(BAD);
    expect([again.code, (await hunt(BAD, '--gate critical')).code]).toEqual([1, 0]);
    expect(again.out).toContain('nothing has changed since, so it was not hunted again');
    const scans = await host.http.get(`/v1/projects/${await idOfProject()}/scans`).set('Authorization', key.bearer);
    expect((scans.body as { data: object[] }).data).toMatchObject([{ label: '1f0c2ab' }]);
  });

  it('tells what a change brought, and what it mended', async () => {
    await hunt(BAD);
    const worse = await hunt(WORSE, '--gate high');
    expect(worse.code).toBe(1);
    expect(worse.out).toMatch(/^p\.ost:4:1: high: .*`late`.* \(new\);/m);
    expect(worse.out).toMatch(/^p\.ost:3:1: high: .*`never`.* \(persists\) \[G01\]$/m);
    expect(worse.out).toContain('2 bugs (1 new, 0 fixed)');
    const same = await hunt(`${WORSE}// a comment\n`, '--gate high');
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('2 bugs (0 new, 0 fixed)') as string]);
    const clean = await hunt(CLEAN, '--gate high');
    expect([clean.code, clean.out]).toEqual([0, expect.stringContaining('no bugs found (0 new, 2 fixed)') as string]);
    expect((await hunt(BAD, '--gate high')).out).toContain('(reopened)');
  });

  it('fails where the gate of the project does, and says by which condition', async () => {
    await hunt(CLEAN);
    const condition = { metric: 'findings_total', op: 'gt', threshold: 0, scope: 'overall' };
    await host.http
      .put(`/v1/projects/${await idOfProject()}/profile`)
      .set('Authorization', key.bearer)
      .send({ revision: 1, conditions: [condition], on_unknown: 'fail' });
    const { code, out } = await hunt(BAD);
    expect((await hunt(CLEAN)).out).toContain('gate: passed, every condition of the project holds');
    expect([code, out.split('\n').at(-2)]).toEqual([1, 'gate: failed, findings: 1, at most 0 may be']);
    const portuguese = await hunt(BAD, '--lang pt');
    expect(portuguese.out).toContain('barreira: falhou, achados: 1, no máximo 0');
  });

  it('does not count what somebody accepted', async () => {
    const machine = JSON.parse((await hunt(BAD, '--json')).out) as { findings: { fingerprint: string }[] };
    expect(machine).toMatchObject({
      scan: { status: 'succeeded', reused: false },
      findings: [{ class: 'G01', state: 'new', witness: null, evidence: { rules: [{ line: 3 }] } }],
      gate: { severity: null, status: 'failed' },
    });
    await host.http
      .patch(`/v1/projects/${await idOfProject()}/findings/${machine.findings[0]?.fingerprint}`)
      .set('Authorization', key.bearer)
      .send({ revision: 1, decision: 'false_positive', reason: 'It is meant so.' });
    const { code, out } = await hunt(`${BAD}// again\n`, '--gate high');
    expect([code, out]).toEqual([0, expect.stringMatching(/\(false positive\) \[G01\]$/m) as string]);
  });

  it('fetches the reports, and compares with a version that was accepted', async () => {
    writeFileSync(join(folder, 'old.ost'), CLEAN);
    writeFileSync(join(folder, 'tools.json'), JSON.stringify(TOOLS));
    const { code, err } = await hunt(
      BAD,
      '--branch feature --against old.ost --against-catalogue tools.json --sarif r/a.sarif --html r/a.html',
    );
    expect([code, err]).toEqual([1, '']);
    const sarif = JSON.parse(readFileSync(join(folder, 'r/a.sarif'), 'utf8')) as { runs: { results: object[] }[] };
    expect(sarif.runs[0]?.results).toMatchObject([{ ruleId: 'G01' }]);
    expect(readFileSync(join(folder, 'r/a.html'), 'utf8')).toContain('<!doctype html>');
  });

  it('shows a key that may not see calls what it may see', async () => {
    const less = await host.createKey({ accountId: key.accountId, grants: ['hunt'] });
    const { code, out } = await hunt(BAD, '', less);
    expect([code, out]).toEqual([1, expect.stringMatching(/^p\.ost: high: .*`never`/) as string]);
    const report = await hunt(BAD, '--sarif a.sarif', less);
    expect([report.code, report.err]).toEqual([3, expect.stringContaining('[missing_grant]') as string]);
  });

  it('tells what it cannot do', async () => {
    expect(await hunt('dialect 1; allow pay when ;')).toMatchObject({
      code: 5,
      out: expect.stringMatching(/^p\.ost:1:27: error/) as string,
    });
    const none = await host.createKey({ grants: [] });
    expect(await hunt(BAD, '', none)).toMatchObject({
      code: 3,
      err: expect.stringContaining('ostiary doctor') as string,
    });
    project = 'prj_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(await hunt(BAD)).toMatchObject({ code: 2, err: expect.stringContaining('[not_found]') as string });
    expect((await hunt(BAD, '--watch')).err).toContain('not for the standard input or a project');
  });
});
