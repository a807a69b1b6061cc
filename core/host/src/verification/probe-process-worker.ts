/**
 * A service in a process of its own, with the probe as its only plugin (or the module that PROBE names): set by OSTIARY_*
 * as always. Prints one line of JSON once it works: `{ url, key }`; with MAKE_KEY it makes an account and a key first.
 */
import { asDeployment } from '../plugins/deployment.js';
import type { PluginDefinition } from '@ostiary/plugin-api';
import { readHostConfig } from '../config/host-config.js';
import { loadSecrets } from '../config/secrets.js';
import { noAnswerCheck } from '../http/answer-check.js';
import { createLogger } from '../observe/logger.js';
import { assemble } from '../plugin-loading/assemble.js';
import { storageOf } from '../start/all-parts.js';
import { adminOf } from '../start/boot.js';
import { hostControllers } from '../start/host.modules.js';
import { openStore } from '../start/open.js';
import { run } from '../start/run.js';
import { probe } from './probe.js';

const { env } = process;
const named = env['PROBE'];
const plugin = named === undefined ? probe : ((await import(named)) as { default: PluginDefinition }).default;
const config = readHostConfig(env, process.cwd());
const deployment = asDeployment({ kind: 'embedded', plugins: [] }, 'the verification', process.cwd());
const registry = await assemble(deployment, hostControllers(), [{ definition: plugin }]);
const secrets = loadSecrets({ env, dataDirectory: config.dataDirectory, generate: true });
const clock = { now: () => new Date() };
const settings = {
  config,
  deployment,
  registry,
  secrets,
  clock,
  log: createLogger('debug'),
  answerCheck: noAnswerCheck,
};
const store = await openStore(config, storageOf(registry), settings.log);
let key: string | null = null;
if (env['MAKE_KEY']) {
  const admin = adminOf(settings, store);
  const accountId = await admin.createAccount({ name: 'Verification' });
  key = (await admin.createKey({ accountId, grants: registry.grants })).key.reveal();
}
const host = await run(settings, store.database);
process.once('SIGTERM', () => {
  host
    .close()
    .then(() => store.close())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
});
process.stdout.write(`${JSON.stringify({ url: host.url, key })}\n`);
