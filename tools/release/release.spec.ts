import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@ostiary/testkit/project';
import { type Service, startService } from '@ostiary/testkit/service';

const run = promisify(execFile);
/** Half of what a checkout takes with its development tools, KiB. */
const MOST_KIB = 277 * 1024;

describe('a packed release', () => {
  let folder: string;
  let release: string;
  let service: Service;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ostiary-release-'));
    // Packed fast, not small: half of the time of this file went into gzip.
    const env = { ...process.env, GZIP: '-1' };
    await run(process.execPath, [join(root, 'tools', 'pack-release.mjs'), folder], { cwd: root, env });
    const [tarball = ''] = readdirSync(folder);
    await run('tar', ['-xzf', join(folder, tarball), '-C', folder]);
    release = join(folder, tarball.replace('.tgz', ''));
    // No program is to be found, npm and a compiler among them: Node alone starts it.
    service = await startService(join(folder, 'data'), { PATH: '', NODE_PATH: '' }, join(release, 'start.mjs'));
    // Thousands of small files are copied and compressed.
  }, 300_000);

  afterAll(async () => {
    const code = await service.stop();
    rmSync(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the service did not stop cleanly: it ended with code ${code}`);
  });

  it('takes less than half of the room of a checkout', async () => {
    const { stdout } = await run('du', ['-sk', release]);
    expect(Number(stdout.split('\t')[0])).toBeLessThan(MOST_KIB);
  });

  it('holds no development tools and no tests', () => {
    const modules = readdirSync(join(release, 'node_modules'));
    expect(modules).toContain('z3-solver');
    expect(modules.filter((name) => /^(typescript|vitest|oxlint|node-)/.test(name))).toEqual([]);
    expect(existsSync(join(release, 'node_modules', '@ostiary', 'host', 'dist', 'main.js'))).toBe(true);
    expect(existsSync(join(release, 'node_modules', '@ostiary', 'testkit'))).toBe(false);
    const files = readdirSync(release, { recursive: true }).map(String);
    const ours = files.filter((file) => !file.includes('node_modules'));
    expect(ours.filter((file) => /\.(map|ts)$/.test(file))).toEqual([]);
  });

  it('answers a request, and solves where a solver is needed', async () => {
    const key = readFileSync(join(folder, 'data', 'first-key'), 'utf8').trim();
    const answer = await fetch(`http://127.0.0.1:${service.port}/v1/solves`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        mode: 'guardrail',
        policy: 'dialect 1; @id("small") allow refund when amount <= 100.00 EUR;',
        action: { tool: 'refund', arguments: { amount: '20.00 EUR' } },
      }),
    });
    expect(await answer.json()).toMatchObject({ status: 'succeeded', result: { answer: 'allow' } });
  });

  it('has the contract as it was committed', async () => {
    const served = await (await fetch(`http://127.0.0.1:${service.port}/openapi.yaml`)).text();
    expect(served).toBe(readFileSync(join(root, 'contract', 'openapi.yaml'), 'utf8'));
  });

  it('brings the command of the operator', async () => {
    const { stdout } = await run(process.execPath, [join(release, 'cli', 'bin', 'ostiary.js'), 'plugins'], {
      cwd: release,
      env: { PATH: '' },
    });
    expect(stdout).toMatch(/^guardrail /m);
    expect(stdout).toMatch(/^packages /m);
  });
});
