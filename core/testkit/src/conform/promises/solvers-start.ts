import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ComputeService } from '@ostiary/host';
import type { PluginPromise } from '../plugin-promise.js';

export const solversStart: PluginPromise = {
  id: 'solvers_start',
  says: 'Every solver has its module in the package, and its process starts.',
  appliesTo: ({ definition }) => (definition.solvers ?? []).length > 0,
  async look(subject) {
    const { solvers = [] } = subject.definition;
    const absent = solvers.filter(({ entry }) => !existsSync(fileURLToPath(entry)));
    if (absent.length > 0)
      return absent.map(({ id, entry }) => `solver ${id}: there is no file ${fileURLToPath(entry)}`);
    // Solver processes are started with the host, or by the first request that needs one.
    await subject.runs();
    const compute = (await subject.running()).get(ComputeService);
    return solvers
      .filter(({ id }) => !compute.canStart(id))
      .map(({ id }) => `solver ${id}: its process does not start`);
  },
};
