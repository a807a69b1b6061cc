// Embedded only: the commands of the page ask over HTTP; what projects answer is tested on PostgreSQL beside them.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { root } from '@ostiary/testkit/project';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bundleOfThisRun } from '../tools/testing/bundle/of-this-run.js';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly on: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: {
    readonly hunt: { readonly env?: Readonly<Record<string, string>>; readonly steps: readonly Step[] };
  };
}

const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
const [change, merged] = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(
  ([, text = '']) => parse(text) as Workflow,
);

const CLEAN = 'dialect 1;\n@id("small") allow pay when amount <= 100.00 EUR;\n';
const BAD = `${CLEAN}@id("never") refuse pay when amount < 10.00 EUR and amount > 20.00 EUR;\n`;
const WORSE = `${BAD}@id("late") refuse pay when amount > 9.00 EUR and amount < 8.00 EUR;\n`;

let folder: string;
let repository: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-ci-'));
  repository = join(folder, 'work');
  mkdirSync(join(repository, 'policies'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const policy = (text: string): void => writeFileSync(join(repository, 'policies/refunds.ost'), text);

/** Runs a step as a runner does. @returns its exit code */
function run(workflow: Workflow | undefined, name: string, env: Readonly<Record<string, string>>): Promise<number> {
  const script = workflow?.jobs.hunt.steps.find((step) => step.name === name)?.run ?? 'exit 99';
  const own = {
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    CI: 'true',
    ...bundleOfThisRun(),
    ...env,
  };
  return new Promise((resolve) => {
    const child = execFile('bash', ['-e', '-c', script], { cwd: repository, env: own });
    child.on('close', (code) => resolve(code ?? -1));
  });
}

describe('docs/ci.md', () => {
  it.each([change, merged])(
    'names every action with its version, and reports also when the hunt failed',
    (workflow) => {
      const steps = workflow?.jobs.hunt.steps ?? [];
      expect(steps.map(({ name, uses }) => name ?? uses)).toEqual(
        expect.arrayContaining(['Install', 'Hunt', 'Report']),
      );
      for (const { uses } of steps) expect(uses ?? '@v0').toMatch(/@v\d+$/);
      for (const step of steps.slice(steps.findIndex(({ name }) => name === 'Hunt') + 1))
        expect(step.if).toBe('always()');
    },
  );

  describe('a change', () => {
    const hunt = (): Promise<number> => run(change, 'Hunt', { GITHUB_BASE_REF: 'main' });

    beforeEach(() => {
      const git = (...args: readonly string[]): void => {
        const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.example'];
        execFileSync('git', [...who, ...args], { cwd: repository, stdio: 'ignore' });
      };
      policy(BAD);
      git('init', '-b', 'main');
      git('add', '.');
      git('commit', '-m', 'accepted');
      git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    });

    it('fails on a new high finding only, and leaves its report either way', async () => {
      expect(await hunt()).toBe(0);
      policy(WORSE);
      expect(await hunt()).toBe(1);
      const upload = change?.jobs.hunt.steps.find(({ uses }) => uses?.includes('upload-sarif'))?.with ?? {};
      const sarif = JSON.parse(readFileSync(join(repository, String(upload['sarif_file'])), 'utf8')) as {
        runs: { results: { locations: { physicalLocation: { artifactLocation: object } }[] }[] }[];
      };
      expect(sarif.runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation).toMatchObject({
        uri: 'policies/refunds.ost',
      });
      expect(change?.permissions).toMatchObject({ 'security-events': 'write' });
      expect(await run(change, 'Report', {})).toBe(0);
      expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('The condition of `late` is never true');
    });
  });

  describe('what is merged', () => {
    let host: TestHost;
    let key: TestKey;
    beforeAll(async () => {
      host = await startHost({ plugins: ['@ostiary/hunt'] });
      key = await host.createKey({ grants: ['hunt', 'hunt_details'] });
    });
    afterAll(() => host.close());

    it('is scanned in the project, whose gate decides', async () => {
      expect(Object.keys(merged?.jobs.hunt.env ?? {})).toEqual(['OSTIARY_URL', 'OSTIARY_KEY']);
      const env = {
        OSTIARY_URL: host.url,
        OSTIARY_KEY: key.key,
        GITHUB_REF_NAME: 'main',
        GITHUB_SHA: '1f0c2ab',
        XDG_CONFIG_HOME: folder,
      };
      policy(CLEAN);
      expect(await run(merged, 'Hunt', env)).toBe(0);
      expect(existsSync(join(folder, 'hunt.md'))).toBe(true);
      policy(BAD);
      expect(await run(merged, 'Hunt', env)).toBe(1);
      policy(`${BAD}// the same bug\n`);
      expect(await run(merged, 'Hunt', env)).toBe(0);
    });
  });
});
