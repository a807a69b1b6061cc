import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { helpText } from '../core/host/src/config/help.js';
import { root } from '@ostiary/testkit/project';

const run = promisify(execFile);

describe('npm start -- --help', () => {
  it('tells what the service itself tells, before anything is installed', async () => {
    const clone = mkdtempSync(join(tmpdir(), 'ostiary-clone-'));
    onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
    for (const part of ['tools/start.mjs', 'tools/lib', 'docs/operate', 'package.json'])
      cpSync(join(root, part), join(clone, part), { recursive: true });
    for (const option of ['--help', '-h']) {
      const { stdout, stderr } = await run(process.execPath, [join(clone, 'tools', 'start.mjs'), option]);
      expect(stdout).toBe(helpText());
      expect(stderr).toBe('');
    }
  });
});
