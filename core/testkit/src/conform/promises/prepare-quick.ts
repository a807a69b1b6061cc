import type { PluginPromise } from '../plugin-promise.js';

/**
 * Other requests wait meanwhile. Processor time is compared with that of JSON.parse in the same process, in turns, the
 * least of several each: neither a slow nor a busy machine is blamed on the plugin.
 */
const MOST_TIMES = 40;

export const prepareQuick: PluginPromise = {
  id: 'prepare_quick',
  says: `prepare takes at most ${MOST_TIMES} times as long as JSON.parse does for 1 MiB; what takes longer belongs into a solver process.`,
  appliesTo: ({ definition: { modes = [], variants = [] }, requests }) =>
    requests.length > 0 && [...modes, ...variants].some(({ prepare }) => prepare !== undefined),
  async look(subject) {
    return (await subject.observed())
      .filter(({ prepared, prepareMs, parsingMs }) => prepared.length > 0 && prepareMs > MOST_TIMES * parsingMs)
      .map(
        ({ mode, prepareMs, parsingMs }) =>
          `${mode}: prepare took ${(prepareMs / parsingMs).toFixed(0)} times as long as JSON.parse does for 1 MiB, at best`,
      );
  },
};
