/** Processor time a process has used, all threads, from /proc (Linux only): what other work on the machine does not change much. */
import { readFileSync } from 'node:fs';
import { descendantsOf, whileItLives } from './descendants.mjs';

/** The kernel's clock ticks a second, as it tells user programs on every platform. */
const TICKS = 100;

/** @param {number} pid @returns {number} milliseconds */
export function processorMs(pid) {
  const [user = 0, system = 0] = timesOf(pid);
  return ((user + system) * 1_000) / TICKS;
}

/** With all its descendants, those that have ended too. @param {number} pid @returns {number} milliseconds */
export function processorMsOfTree(pid) {
  // Each process has the time of its children that have ended.
  const ticks = [pid, ...descendantsOf(pid)].flatMap((one) => whileItLives(() => timesOf(one)) ?? []);
  return (ticks.reduce((sum, time) => sum + time, 0) * 1_000) / TICKS;
}

/** User and system time, its own and that of children that have ended, in ticks. */
function timesOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command in parentheses may hold blanks; the four times are fields 14 to 17.
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
}
