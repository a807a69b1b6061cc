import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Resident set of a process in bytes; 0 when the process is gone.
 * Linux reads /proc (well under 1 ms); other systems ask `ps`, Windows `tasklist`.
 */
export async function residentBytes(pid: number): Promise<number> {
  try {
    if (process.platform === 'linux') {
      // `status` counts in kB, `statm` in pages whose size Node cannot tell. A zombie has no VmRSS line.
      const status = await readFile(`/proc/${pid}/status`, 'latin1');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    }
    if (process.platform === 'win32') {
      const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
      return parseTasklist(stdout);
    }
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) * 1024;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

/** Bytes from a `tasklist` CSV row, whose last column reads `"123,456 K"` with locale separators. */
export function parseTasklist(row: string): number {
  const digits = row.trim().split('","').at(-1)?.replace(/\D/g, '') ?? '';
  return digits === '' ? 0 : Number(digits) * 1024;
}

function isGone(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  // ps ends with exit code 1 for an unknown pid; /proc answers ENOENT, or ESRCH between open and read.
  return code === 'ENOENT' || code === 'ESRCH' || code === 1;
}
