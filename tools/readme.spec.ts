import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@ostiary/testkit/project';
import { type Service, startService } from '@ostiary/testkit/service';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```(sh|json)\n([\s\S]*?)^```$/gm)].map((match) => ({
  kind: match[1] ?? '',
  text: match[2] ?? '',
}));
/** Each request with the answer that stands below it: what the result contains. */
const requests = blocks.flatMap(({ text }, index) => {
  if (!text.startsWith('curl')) return [];
  const next = blocks[index + 1];
  return [{ request: text, answer: next?.kind === 'json' ? (JSON.parse(next.text) as object) : null }];
});

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
    expect(blocks.filter(({ text }) => /^npm (start|test)$/m.test(text))).toHaveLength(2);
    expect(requests.length).toBeGreaterThanOrEqual(2);
  });

  it.each(requests.map(({ request, answer }, index) => [index + 1, request, answer] as const))(
    'request %i gets the answer that is written below it',
    async (_, request, answer) => {
      expect(answer).toMatchObject({ answer: expect.any(String) as string, deciding: expect.any(Array) as unknown[] });
      expect(await paste(request)).toMatchObject({ status: 'succeeded', result: answer });
    },
  );

  it('the commands that need no service pass', async () => {
    const block = blocks.find(({ text }) => text.startsWith('npx ostiary'))?.text ?? '';
    const lines = block.trim().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) {
      const typed = line.replace('npx ostiary', join(root, 'node_modules/.bin/ostiary'));
      const { stdout } = await promisify(execFile)('bash', ['-c', typed], {
        cwd: root,
        env: { ...process.env, LANG: 'C' },
      });
      expect(stdout).toMatch(/0 errors|0 failed|gate: passed/);
    }
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
