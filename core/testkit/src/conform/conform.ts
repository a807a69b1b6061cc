import { resolve } from 'node:path';
import { admitted } from './promises/admitted.js';
import { PROMISES } from './promises/index.js';
import type { Kept, PluginPromise } from './plugin-promise.js';
import { Subject } from './subject.js';

/**
 * Looks at a plugin as the host meets it and as its users do: every promise of docs/plugins that can be tried, tried. See docs/adr/0128.
 * @param directory folder of the plugin's package, built and installed
 * @returns how each promise was kept, in the order they are looked at
 * @throws Error when there is no package in the folder
 */
export async function conform(directory: string): Promise<readonly Kept[]> {
  const subject = new Subject(resolve(directory));
  try {
    const first = await kept(admitted, subject);
    // What is not admitted runs nowhere: there is nothing more to look at.
    if (first.state === 'broken')
      return [first, ...PROMISES.map(({ id, says }): Kept => ({ id, says, state: 'not_looked_at', findings: [] }))];
    const all = [first];
    for (const promise of PROMISES) all.push(await kept(promise, subject));
    return all;
  } finally {
    await subject.close();
  }
}

async function kept({ id, says, appliesTo, look }: PluginPromise, subject: Subject): Promise<Kept> {
  if (appliesTo?.(subject) === false) return { id, says, state: 'not_needed', findings: [] };
  const findings = await look(subject);
  return { id, says, state: findings.length === 0 ? 'kept' : 'broken', findings };
}
