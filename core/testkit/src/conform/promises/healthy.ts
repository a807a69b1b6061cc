import type { PluginPromise } from '../plugin-promise.js';

export const healthy: PluginPromise = {
  id: 'healthy',
  says: 'A host with the plugin becomes ready.',
  async look(subject) {
    const { status, text } = await (await subject.running()).http.get('/health/ready');
    return status === 200 ? [] : [`GET /health/ready answers ${status}: ${text}`];
  },
};
