// Embedded only: clients meet the interface alone, which is the same whatever lies below.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../tools/testing/contract.js';
import { root } from '@ostiary/testkit/project';

const run = promisify(execFile);
const CONTRACT = join(root, 'contract', 'openapi.yaml');
const ANSWER = 'confirm, because of large\n';

let host: TestHost;
let key: TestKey;
let folder: string;
beforeAll(async () => {
  host = await startHost({ plugins: ['@ostiary/guardrail'] });
  key = await host.createKey();
  folder = mkdtempSync(join(tmpdir(), 'ostiary-clients-'));
});
afterAll(async () => {
  await host?.close();
  rmSync(folder, { recursive: true, force: true });
});

const settings = (): Record<string, string> => ({ OSTIARY_URL: host.url, OSTIARY_KEY: key.key });

describe('the TypeScript client', () => {
  let home: string;
  const tsc = async (...files: readonly string[]): Promise<string> => {
    const compiler = join(root, 'node_modules', 'typescript7', 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'esnext', '--module', 'nodenext'];
    const more = ['--moduleResolution', 'nodenext', '--allowImportingTsExtensions', '--types', 'node'];
    const args = [compiler, '--ignoreConfig', ...options, ...more, ...files];
    return run(process.execPath, args, { cwd: home }).then(
      () => '',
      (failed: { stdout: string; stderr: string }) => failed.stdout + failed.stderr,
    );
  };
  beforeAll(async () => {
    home = join(folder, 'typescript');
    cpSync(join(import.meta.dirname, 'typescript'), home, { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
    const generator = join(root, 'node_modules', '.bin', 'openapi-typescript');
    await run(generator, [CONTRACT, '-o', join(home, 'contract.d.ts')]);
  });

  it('fits the example, and tells what does not fit the contract', async () => {
    const source = readFileSync(join(home, 'refund.ts'), 'utf8');
    writeFileSync(join(home, 'wrong.ts'), source.replace("tool: 'refund_order'", "tol: 'refund_order'"));
    const faults = (await tsc('refund.ts', 'wrong.ts')).match(/^\S+\(.*$/gm);
    expect(faults).toEqual([expect.stringMatching(/^wrong\.ts.*'tol' does not exist in type/) as string]);
  });

  it('makes a real call', async () => {
    const { stdout } = await run(process.execPath, ['refund.ts'], {
      cwd: home,
      env: { ...process.env, ...settings() },
    });
    expect(stdout).toBe(ANSWER);
  });
});

describe('the Python client', () => {
  let home: string;
  let python: string | null;
  let generated = '';
  let missing = '';
  beforeAll(async () => {
    home = join(folder, 'python');
    cpSync(join(import.meta.dirname, 'python'), home, { recursive: true });
    try {
      python = await withGenerator(join(home, 'requirements.txt'));
    } catch (error) {
      python = null;
      missing = `Python with venv and openapi-python-client is not to be had here: ${(error as Error).message}`;
      console.warn(`skipped: ${missing}`);
      return;
    }
    const args = ['-m', 'openapi_python_client', 'generate', '--path', CONTRACT, '--config', 'generator.yaml'];
    const { stdout, stderr } = await run(python, [...args, '--meta', 'none', '--output-path', 'ostiary_client'], {
      cwd: home,
    });
    generated = stdout + stderr;
  }, 600_000);

  it('has a class for each object and enum of the contract, and loses nothing', (context) => {
    if (python === null) context.skip(missing);
    expect(generated.match(/^(?:WARNING|ERROR|Unable|Cannot).*$/gm)).toBeNull();
    const classes = new Set(
      [...readFileSync(join(home, 'ostiary_client', 'models', '__init__.py'), 'utf8').matchAll(/import (\w+)$/gm)].map(
        ([, name]) => name,
      ),
    );
    const objects = Object.entries(contract.components.schemas).filter(
      ([, schema]) => 'properties' in schema || 'enum' in schema,
    );
    expect(objects.length).toBeGreaterThan(80);
    expect(objects.filter(([name]) => !classes.has(name)).map(([name]) => name)).toEqual([]);
  });

  it('makes a real call', async (context) => {
    if (python === null) return context.skip(missing);
    const { stdout } = await run(python, ['refund.py'], { cwd: home, env: { ...process.env, ...settings() } });
    expect(stdout).toBe(ANSWER);
  });
});

/** A Python that has what the file asks for, in a folder that the next run finds again. Rejects when there is none. */
async function withGenerator(requirements: string): Promise<string> {
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const home = join(root, 'node_modules', '.cache', `ostiary-python-${wanted}`);
  const python = join(home, 'bin', 'python3');
  const ready = join(home, 'ready');
  if (existsSync(ready)) return python;
  const install = ['install', '--quiet', '--disable-pip-version-check', '--no-compile', '-r', requirements];
  try {
    // With the pip that is there: one of its own takes longer to make than what is installed.
    await run('python3', ['-m', 'venv', '--clear', '--without-pip', home]);
    await run('python3', ['-m', 'pip', '--python', python, ...install]);
  } catch {
    // There is none, or one too old to install for another Python.
    await run('python3', ['-m', 'venv', '--clear', home]);
    await run(python, ['-m', 'pip', ...install]);
  }
  writeFileSync(ready, '');
  return python;
}
