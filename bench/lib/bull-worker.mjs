/** A worker of bare Bull for bench/workers: does nothing with each job. Prints `ready`, and for each SIGUSR2 the times at which jobs ended, as JSON. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../core/host/package.json', import.meta.url));
const { default: Bull } = await import(pathToFileURL(require.resolve('bull')).href);
const queue = new Bull('bare', process.env.OSTIARY_REDIS_URL, { prefix: process.env.OSTIARY_REDIS_PREFIX });
const ended = [];
void queue.process(Number(process.argv[2]), async () => {
  ended.push(Date.now());
});
await queue.isReady();
process.stdout.write('ready\n');
process.on('SIGUSR2', () => process.stdout.write(`${JSON.stringify(ended)}\n`));
process.on('SIGTERM', () => process.exit(0));
