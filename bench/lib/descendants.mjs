/** All processes below one, from /proc (Linux only). */
import { readdirSync, readFileSync } from 'node:fs';

/** Calls `read` for a process that may end meanwhile; undefined when it has. @template T @param {() => T} read @returns {T | undefined} */
export function whileItLives(read) {
  try {
    return read();
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
}

/** @param {number} pid @returns {number[]} its children, theirs, and so on */
export function descendantsOf(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const status = whileItLives(() => readFileSync(`/proc/${name}/status`, 'utf8'));
    if (status !== undefined) parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
  }
  const isBelow = (candidate) => {
    for (let at = parents.get(candidate); at; at = parents.get(at)) if (at === pid) return true;
    return false;
  };
  return [...parents.keys()].filter(isBelow);
}
