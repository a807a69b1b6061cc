// Embedded only: the command asks over HTTP; what projects answer is tested on PostgreSQL beside them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { root } from '@ostiary/testkit/project';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ostiaryBeside, type Ran } from './testing/run.js';

const example = (file: string): string => readFileSync(join(root, 'examples/graphs/refunds', file), 'utf8');
const BROKEN = example('graph.json');
const graph = JSON.parse(BROKEN) as { edges: { id: string }[] };
const MENDED = JSON.stringify({ ...graph, edges: graph.edges.filter(({ id }) => id !== 'known') });
const MORE = JSON.stringify({
  ...graph,
  edges: [...graph.edges, { ...graph.edges.find(({ id }) => id === 'known'), id: 'also' }],
});

let host: TestHost;
let key: TestKey;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-graphs-'));
  writeFileSync(join(folder, 'catalogue.json'), example('catalogue.json'));
  host = await startHost({ plugins: ['@ostiary/guardrail', '@ostiary/hunt', '@ostiary/graph'] });
  key = await host.createKey();
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

function scan(text: string, more: string, by: TestKey = key): Promise<Ran> {
  writeFileSync(join(folder, 'graph.json'), text);
  const args = `graph graph.json --catalogue catalogue.json ${more}`.split(' ');
  const env = { XDG_CONFIG_HOME: folder, OSTIARY_URL: host.url, OSTIARY_KEY: by.key };
  return ostiaryBeside(args, { cwd: folder, env });
}

describe('ostiary graph --project', () => {
  it('scans the graph, fails at the gate of the project, and tells what a change brought and mended', async () => {
    const first = await scan(BROKEN, '--project refunds --label 1f0c2ab --sarif r.sarif --html r.html');
    expect([first.err, first.code]).toEqual(['', 1]);
    const [finding, outcome, told, gate] = first.out.split('\n');
    expect(finding).toMatch(
      /^graph\.json:\d+:\d+: broken: .*`refund_order`.*; greet -known-> refund \[check_before\]$/,
    );
    expect([outcome, gate]).toEqual([
      expect.stringMatching(/^graph\.json: 1 found; \d+ questions asked$/) as string,
      'gate: failed, new high findings: 1, at most 0 may be',
    ]);
    expect(told).toMatch(/^scan scn_\w+ of branch main, job slv_\w+$/);
    expect(JSON.parse(readFileSync(join(folder, 'r.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('<!doctype html>');

    const more = await scan(MORE, '--project refunds --gate high');
    expect([more.code, more.out]).toEqual([0, expect.stringMatching(/\(persists\); .* \[check_before\]\n/) as string]);
    const mended = await scan(MENDED, '--project refunds');
    expect([mended.code, mended.out]).toEqual([0, expect.stringContaining('nothing found (0 new, 1 fixed)') as string]);
    const back = await scan(BROKEN, '--project refunds --json');
    expect([back.code, JSON.parse(back.out)]).toMatchObject([
      1,
      {
        scan: { subject: 'graph', counts: { reopened: 1 } },
        findings: [{ standing: 'reopened' }],
        gate: { status: 'failed' },
      },
    ]);
  });

  it('has branches of their own, compares with a version, and shows a key without details no path', async () => {
    writeFileSync(join(folder, 'old.json'), MENDED);
    const less = await host.createKey({ accountId: key.accountId, grants: ['hunt'] });
    const { code, out } = await scan(BROKEN, '--project others --branch feature --against old.json', less);
    expect([code, out]).toEqual([1, expect.stringMatching(/^graph\.json: broken: [^;]* \[check_before\]$/m) as string]);
    expect(out).toContain('of branch feature');
  });

  it.each([
    ['--gate high', '--gate needs --project.'],
    ['--project p --fail-on none', '--fail-on is for a graph that is verified here'],
  ])('%s is wrong usage, and says why', async (more, said) => {
    expect(await scan(BROKEN, more)).toMatchObject({ code: 2, err: expect.stringContaining(said) as string });
  });
});
