import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@ostiary/testkit/project';
import { SHORT_LIVED } from '@ostiary/testkit/service';
import { describe, expect, it, onTestFinished } from 'vitest';

const page = readFileSync(join(import.meta.dirname, 'test-it.md'), 'utf8');

describe('the page "Test it"', () => {
  it('shows a test that runs as it stands, on the plugin that new-plugin writes', async () => {
    // Inside the workspace, so that it finds the testkit as an installed one would.
    const folder = mkdtempSync(join(root, 'node_modules', '.cache-page-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(root, 'tools', 'new-plugin', 'template'), folder, { recursive: true });
    const [, script = ''] = /```js\n([^]*?)```/.exec(page) ?? [];
    writeFileSync(join(folder, 'shown.js'), script);
    const { OSTIARY_DATABASE_URL: _database, OSTIARY_REDIS_URL: _redis, ...env } = process.env;
    const args = [...SHORT_LIVED, join(folder, 'shown.js')];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
    expect(stdout).toBe('succeeded the\ntrue\n');
  });

  it('names every promise, and no other', () => {
    const folder = join(root, 'core', 'testkit', 'src', 'conform', 'promises');
    const ids = readdirSync(folder)
      .filter((file) => file !== 'index.ts')
      .map((file) => /\bid: '(\w+)'/.exec(readFileSync(join(folder, file), 'utf8'))?.[1]);
    const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, id]) => id);
    expect(new Set(named)).toEqual(new Set(ids));
  });
});
