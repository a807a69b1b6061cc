import type { PluginPromise } from '../plugin-promise.js';

/** Other requests wait meanwhile. The least of several times is compared, so that a busy machine is not blamed on the plugin. */
const MOST_MS = 100;

export const prepareQuick: PluginPromise = {
  id: 'prepare_quick',
  says: `prepare takes less than ${MOST_MS} ms; what takes longer belongs into a solver process.`,
  appliesTo: ({ definition: { modes = [], variants = [] }, requests }) =>
    requests.length > 0 && [...modes, ...variants].some(({ prepare }) => prepare !== undefined),
  async look(subject) {
    return (await subject.observed())
      .filter(({ prepared, prepareMs }) => prepared.length > 0 && prepareMs > MOST_MS)
      .map(({ mode, prepareMs }) => `${mode}: prepare took ${Math.round(prepareMs)} ms at best`);
  },
};
