import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

function mount(bytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'ostiary-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0777`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

function unmount(folder: string): void {
  // Lazily: a process that was just killed may still hold a file.
  execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}

/** Whether this user may mount a file system here: root on Linux, mostly. */
export const canMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    unmount(mount(1024 * 1024));
    return true;
  } catch {
    return false;
  }
})();

/** A folder that is a file system of `bytes`, gone after the test. */
export function smallDisk(bytes: number): string {
  const folder = mount(bytes);
  onTestFinished(() => unmount(folder));
  return folder;
}
