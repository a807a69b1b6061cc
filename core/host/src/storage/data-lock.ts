import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from './process-start.js';

/** The data folder is in use. `message` is for the operator. See docs/adr/0003. */
export class DataDirectoryInUse extends Error {
  constructor(
    readonly directory: string,
    readonly pid: number,
  ) {
    super(
      `The data folder ${directory} is in use by process ${pid}. Two processes on one folder lose data without a word, ` +
        'so this one will not start. Stop the other one, or set OSTIARY_DATA to another folder.',
    );
    this.name = 'DataDirectoryInUse';
  }
}

export interface DataLock {
  release(): void;
}

/** Lock files this process holds. */
const held = new Set<string>();

const ATTEMPTS = 20;

/**
 * Takes the data folder for this process. PGlite itself does not refuse a second process.
 * The lock of a process that is gone (killed, machine restarted) is removed.
 *
 * Each process has a lock file of its own name. It first creates it and then looks for others, so of two processes
 * that start at once at least one sees the other. A file named after a process that is gone can be removed by
 * anybody without taking a lock away from anybody: that is why there is not one file for all.
 * @throws DataDirectoryInUse
 */
export async function lockDataDirectory(path: string): Promise<DataLock> {
  const directory = resolve(path);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, lockName(process.pid, processStart(process.pid) ?? ''));
  if (held.has(file)) throw new DataDirectoryInUse(directory, process.pid);
  for (let attempt = 1; ; attempt += 1) {
    // Whoever is there before this process announces itself holds the folder; only a tie is tried again.
    let other = livingHolder(directory, file);
    if (other !== undefined) throw new DataDirectoryInUse(directory, other);
    writeFileSync(file, `process ${process.pid} uses this folder\n`, { mode: 0o600 });
    other = livingHolder(directory, file);
    if (other === undefined) {
      held.add(file);
      return { release: () => release(file) };
    }
    rmSync(file, { force: true });
    if (attempt === ATTEMPTS) throw new DataDirectoryInUse(directory, other);
    await sleep(5 + Math.random() * 50);
  }
}

function release(file: string): void {
  if (held.delete(file)) rmSync(file, { force: true });
}

/** `lock.<pid>.<digest of its start>`: a process number that is given again makes another name. */
function lockName(pid: number, started: string): string {
  return `lock.${pid}.${createHash('sha256').update(started).digest('hex').slice(0, 16)}`;
}

/** The number of another living process that has a lock file here. Removes the files of those that are gone. */
function livingHolder(directory: string, mine: string): number | undefined {
  for (const name of readdirSync(directory)) {
    const pid = Number(/^lock\.(\d+)\.[0-9a-f]{16}$/.exec(name)?.[1]);
    if (Number.isNaN(pid) || join(directory, name) === mine) continue;
    const started = processStart(pid);
    if (started !== undefined && lockName(pid, started) === name) return pid;
    rmSync(join(directory, name), { force: true });
  }
  return undefined;
}
