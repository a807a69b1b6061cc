import { setTimeout as sleep } from 'node:timers/promises';
import type { PluginPromise } from '../plugin-promise.js';

/** A busy machine may fail a check once: what is asked is whether it passes in the end. */
const TRIES = 6;

export const healthy: PluginPromise = {
  id: 'healthy',
  says: 'A host with the plugin becomes ready.',
  async look(subject) {
    const { http } = await subject.running();
    for (let tried = 1; ; tried++) {
      const { status, text } = await http.get('/health/ready');
      if (status === 200) return [];
      if (tried === TRIES) return [`GET /health/ready answers ${status}: ${text}`];
      await sleep(1_000);
    }
  },
};
