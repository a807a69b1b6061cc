import type { PluginPromise } from '../plugin-promise.js';

export const requestUntouched: PluginPromise = {
  id: 'request_untouched',
  says: 'Neither prepare nor solve changes the request it is given.',
  appliesTo: ({ requests }) => requests.length > 0,
  async look(subject) {
    const changed = (await subject.observed()).filter(({ given, givenAfter }) => given !== givenAfter);
    return [...new Set(changed.map(({ mode, given, givenAfter }) => `${mode}: ${given} became ${givenAfter}`))];
  },
};
