/** Resident memory of a process and all its descendants, from /proc (Linux only). */
import { readFileSync } from 'node:fs';
import { descendantsOf, whileItLives } from './descendants.mjs';

/** @param {number} pid @returns {{ own: number, children: number }} megabytes */
export function residentMegabytes(pid) {
  return { own: residentOf(pid), children: descendantsOf(pid).reduce((sum, child) => sum + residentOf(child), 0) };
}

/** Nothing for one that has ended. */
function residentOf(pid) {
  const status = whileItLives(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
