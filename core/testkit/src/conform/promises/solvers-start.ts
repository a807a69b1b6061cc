import { ComputeService } from '@ostiary/host';
import type { PluginPromise } from '../plugin-promise.js';

export const solversStart: PluginPromise = {
  id: 'solvers_start',
  says: 'The process of every solver starts.',
  appliesTo: ({ definition }) => (definition.solvers ?? []).length > 0,
  async look(subject) {
    const { solvers = [] } = subject.definition;
    // Solver processes are started with the host, or by the first request that needs one.
    await subject.runs();
    const compute = (await subject.running()).get(ComputeService);
    return solvers
      .filter(({ id }) => !compute.canStart(id))
      .map(({ id }) => `solver ${id}: its process does not start`);
  },
};
