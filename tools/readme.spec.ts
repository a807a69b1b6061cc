import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, type Service, startService } from './testing/service.js';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
const requests = blocks.filter((block) => block.startsWith('curl'));

describe('the README', () => {
  let folder: string;
  let service: Service;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ostiary-readme-'));
    service = await startService(join(folder, 'data'));
  });

  afterAll(async () => {
    const code = await service.stop();
    rmSync(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the service did not stop cleanly: it ended with code ${code}`);
  });

  /** Runs a block as a newcomer would, in a folder that has `data/first-key`. */
  async function paste(block: string): Promise<Record<string, unknown>> {
    const here = block.replaceAll('localhost:8080', `127.0.0.1:${service.port}`);
    const { stdout } = await promisify(execFile)('bash', ['-c', here], { cwd: folder });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  it('has the two commands and the requests that are tried here', () => {
    expect(blocks.filter((block) => /^npm (start|test)$/m.test(block))).toHaveLength(2);
    expect(requests).toHaveLength(2);
  });

  it('first request: depends on who acts', async () => {
    const job = await paste(requests[0] ?? '');
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { answer: 'confirm', completeness: { holds_for_all: false, depends_on: ['principal.role'] } },
    });
  });

  it('second request: refused by default', async () => {
    const job = await paste(requests[1] ?? '');
    expect(job).toMatchObject({ status: 'succeeded', result: { answer: 'refuse', slug: 'no_rule' } });
  });

  it('the request printed at the start works by copy and paste', async () => {
    const { greeting } = service;
    const job = await paste(greeting.slice(greeting.indexOf('curl')).split('\n\n')[0] ?? '');
    expect(job).toMatchObject({ status: 'succeeded' });
  });

  it('links to pages that exist', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)]
      .map((match) => match[1] ?? '')
      .filter((link) => !link.includes('://'));
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });
});
