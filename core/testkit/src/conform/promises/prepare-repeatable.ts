import type { PluginPromise } from '../plugin-promise.js';
import { rowsOf } from '../rows.js';
import { submit } from '../runs.js';
import type { Subject } from '../subject.js';

export const prepareRepeatable: PluginPromise = {
  id: 'prepare_repeatable',
  says: 'prepare has no side effects: asked again it returns the same, and it writes no rows.',
  appliesTo: ({ definition: { modes = [], variants = [] }, requests }) =>
    requests.length > 0 && [...modes, ...variants].some(({ prepare }) => prepare !== undefined),
  async look(subject) {
    const differing = (await subject.observed())
      .filter(({ prepared }) => new Set(prepared).size > 1)
      .map(
        ({ mode, prepared }) => `${mode}: prepare returned ${[...new Set(prepared)].slice(0, 2).join(' and then ')}`,
      );
    return [...new Set(differing), ...(await rowsWritten(subject))];
  },
};

/** An account without units is refused when everything but storing the job has been done: `prepare` has run, and nothing else. */
async function rowsWritten(subject: Subject): Promise<readonly string[]> {
  const { storage } = subject.definition;
  if (!storage) return [];
  const host = await subject.running();
  const key = await host.createKey({ accountId: await host.createAccount({ units: 0 }) });
  const before = await rowsOf(host, storage.schema);
  for (const request of subject.requests) await submit(host, key, request);
  const after = await rowsOf(host, storage.schema);
  return [...after]
    .filter(([table, count]) => count !== before.get(table))
    .map(([table]) => `a request that was refused left rows in ${storage.schema}.${table}`);
}
