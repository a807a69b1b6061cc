import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirectoryInUse, lockDataDirectory } from './data-lock.js';

const compiled = new URL('../../dist/storage/data-lock.js', import.meta.url).href;
let directory: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ostiary-lock-'));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

/** Another process that takes the folder and keeps it; answers `held` or `refused <message>`. */
async function otherProcess(): Promise<{ readonly child: ChildProcess; readonly answer: string }> {
  const code = `import(${JSON.stringify(compiled)}).then(({ lockDataDirectory }) => lockDataDirectory(${JSON.stringify(directory)}))
    .then(() => { console.log('held'); setInterval(() => {}, 1000); }, (error) => console.log('refused ' + error.message));`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, answer: chunk.toString().trim() };
}

describe('the lock of the data folder', () => {
  it('refuses a second process and says which one is there', async () => {
    const lock = await lockDataDirectory(directory);
    const { answer } = await otherProcess();
    expect(answer).toContain(`in use by process ${process.pid}`);
    expect(answer).toContain('OSTIARY_DATA');
    lock.release();
    expect((await otherProcess()).answer).toBe('held');
  });

  it('refuses a second lock in the same process', async () => {
    const lock = await lockDataDirectory(directory);
    await expect(lockDataDirectory(directory)).rejects.toThrow(DataDirectoryInUse);
    lock.release();
    (await lockDataDirectory(directory)).release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('takes over from a process that was killed', async () => {
    const { child, answer } = await otherProcess();
    expect(answer).toBe('held');
    await expect(lockDataDirectory(directory)).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    (await lockDataDirectory(directory)).release();
  });

  it('takes over when the number of the process was given to another', async () => {
    writeFileSync(join(directory, `lock.${process.ppid}.0123456789abcdef`), '');
    (await lockDataDirectory(directory)).release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('lets exactly one of six processes in that start at once', async () => {
    const answers = (await Promise.all(Array.from({ length: 6 }, otherProcess))).map(
      ({ answer }) => answer.split(' ')[0],
    );
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'refused')).toHaveLength(5);
  });
});
