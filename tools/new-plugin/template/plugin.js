import { definePlugin } from '@ostiary/plugin-api';
import { Config } from './config.js';
import { newPlugin } from './mode.js';
import { problems } from './problems.js';
import { pt } from './pt.js';

/** The declaration: data, which the host reads before anything of the plugin runs. */
export default definePlugin({
  id: 'new-plugin',
  config: Config,
  grants: ['new_plugin'],
  modes: [newPlugin],
  problems,
  translations: { pt },
});
