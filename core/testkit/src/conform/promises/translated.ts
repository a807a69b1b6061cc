import type { PluginPromise } from '../plugin-promise.js';

export const translated: PluginPromise = {
  id: 'translated',
  says: 'Every text of the contract is there in Portuguese.',
  async look(subject) {
    return (await subject.untranslated()).map(
      ({ text, pointer }) => `translations.pt has nothing for ${JSON.stringify(text)} (${pointer})`,
    );
  },
};
