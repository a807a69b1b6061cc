/** Resident memory of a process and all its descendants, from /proc (Linux only). */
import { readdirSync, readFileSync } from 'node:fs';

/** @param {number} pid @returns {{ own: number, children: number }} megabytes */
export function residentMegabytes(pid) {
  const parents = new Map();
  const resident = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
      resident.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
    }
  }
  const isBelow = (candidate) => {
    for (let at = parents.get(candidate); at; at = parents.get(at)) if (at === pid) return true;
    return false;
  };
  let children = 0;
  for (const [candidate, size] of resident) if (isBelow(candidate)) children += size;
  return { own: resident.get(pid) ?? 0, children };
}
