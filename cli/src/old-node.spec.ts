import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { environment, linked } from './testing/run.js';

/** Has a process take itself for one of Node 20. */
const OLD = `--import data:text/javascript,${encodeURIComponent(
  "if(!process.env.IS_HANDED_OVER)Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.0.0'}});process.env.IS_HANDED_OVER='1'",
)}`;
const pinned = join(import.meta.dirname, `../../node_modules/node-${process.platform}-${process.arch}`);

describe.skipIf(!existsSync(pinned))('the command under a Node that is too old', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ostiary-old-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'a.ost'), 'dialect 1;\nallow pay;\n');
  writeFileSync(join(folder, 'broken.ost'), 'dialect 1; allow pay when ;');
  const start = (...args: string[]) =>
    spawn(linked, args, {
      cwd: folder,
      env: { ...environment(), NODE_OPTIONS: OLD },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  it('hands over to the one that is installed, with its output and its exit code', async () => {
    const child = start('check', 'broken.ost');
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    expect([out + err, code]).toEqual([expect.stringContaining('broken.ost:1:27'), 5]);
  });

  it('leaves nothing behind that still works when it is stopped', async () => {
    const child = start('hunt', '--watch', '--class', 'G01', 'a.ost');
    // The output ends when the last process that holds it has ended.
    for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('gate: ')) child.kill();
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(128 + 15);
  });
});
