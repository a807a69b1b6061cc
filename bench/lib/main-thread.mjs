/** Processor milliseconds that the main thread of a process has had, from /proc (Linux only; steps of 10 ms). @param {number} pid */
import { readFileSync } from 'node:fs';

export function mainThreadMs(pid) {
  const [, rest] = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
