import { PluginsRefused } from '@ostiary/host';
import type { PluginPromise } from '../plugin-promise.js';

export const admitted: PluginPromise = {
  id: 'admitted',
  says: 'The host admits the plugin.',
  async look(subject) {
    try {
      await subject.admit();
      return [];
    } catch (error) {
      if (!(error instanceof PluginsRefused)) throw error;
      return error.refusals.map(({ code, plugin, message }) => `${code}  ${plugin}: ${message}`);
    }
  },
};
