/** Processor time a process has used, all threads, from /proc (Linux only): what other work on the machine does not change much. */
import { readFileSync } from 'node:fs';

/** The kernel's clock ticks a second, as it tells user programs on every platform. */
const TICKS = 100;

/** @param {number} pid @returns {number} milliseconds */
export function processorMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command in parentheses may hold blanks; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}
