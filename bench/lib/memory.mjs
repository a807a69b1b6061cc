/** Resident memory of a process and all its descendants, from /proc (Linux only). */
import { readFileSync, writeFileSync } from 'node:fs';
import { descendantsOf, whileItLives } from './descendants.mjs';

/** The most that a process had resident at once, so far. @param {number} pid @returns {number} megabytes */
export const peakMegabytes = (pid) =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Begins to look for the peak anew, from what is resident now. @param {number} pid @returns {number} megabytes */
export function forgetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return peakMegabytes(pid);
}

/** @param {number} pid @returns {{ own: number, children: number }} megabytes */
export function residentMegabytes(pid) {
  return { own: residentOf(pid), children: descendantsOf(pid).reduce((sum, child) => sum + residentOf(child), 0) };
}

/** The most that a process and its children have had resident whenever it was looked at, in megabytes. */
export class Peak {
  own = 0;
  all = 0;
  /** @param {number} pid */
  look(pid) {
    const { own, children } = residentMegabytes(pid);
    this.own = Math.max(this.own, own);
    this.all = Math.max(this.all, own + children);
  }
}

/** Nothing for one that has ended. */
function residentOf(pid) {
  const status = whileItLives(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
