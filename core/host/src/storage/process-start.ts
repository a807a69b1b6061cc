import { readFileSync } from 'node:fs';

/**
 * A text that is the same for the whole life of a process and differs when its number is used again:
 * boot id and start tick on Linux, '' elsewhere (the process lives, when it began is not known).
 * Undefined when no such process lives.
 */
export function processStart(pid: number): string | undefined {
  if (!lives(pid)) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may hold blanks; start time is field 22.
    const afterCommand = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended and holds nothing, though its number is still taken.
    if (afterCommand[0] === 'Z') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${afterCommand[19] ?? ''}`;
  } catch {
    // No /proc on this platform, or not readable: the caller falls back to the number alone.
    return '';
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
