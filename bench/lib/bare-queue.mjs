/**
 * The floor of bench/submit: a node:http server that puts what it is sent into a bare queue and answers 202. The queue is Bull on
 * OSTIARY_REDIS_URL, else a table of PGlite in the folder it is given. Prints `{ url, what, alone }`, `alone`: milliseconds of one without HTTP.
 */
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../core/host/package.json', import.meta.url));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const redis = process.env.OSTIARY_REDIS_URL;

async function bull() {
  const { default: Bull } = await load('bull');
  const queue = new Bull('bare', redis, { prefix: process.env.OSTIARY_REDIS_PREFIX });
  let n = 0;
  return () => queue.add({ id: `slv_${++n}`, accountId: 'acc_1', attempt: 1 }, { jobId: `slv_${n}.1` });
}
async function table() {
  const { PGlite } = await load('@electric-sql/pglite');
  const database = new PGlite(process.argv[2]);
  await database.exec('create table jobs (id text primary key, body text not null, at timestamptz not null)');
  let n = 0;
  return (body) => database.query('insert into jobs values ($1, $2, now())', [`slv_${++n}`, body]);
}

const add = await (redis ? bull() : table());
const TIMES = 500;
for (let n = 0; n < TIMES; n += 1) await add('{}');
const alone = [];
for (let n = 0; n < TIMES; n += 1) {
  const began = performance.now();
  await add('{"mode":"empty"}');
  alone.push(performance.now() - began);
}
alone.sort((a, b) => a - b);

async function answer(request, response) {
  const body = Buffer.concat(await request.toArray()).toString();
  JSON.parse(body);
  await add(body);
  response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"queued"}');
}
const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  const told = {
    url: `http://127.0.0.1:${server.address().port}`,
    what: redis ? 'Bull' : 'insert into PGlite',
    alone: { p50: alone[TIMES / 2], p99: alone[Math.floor(TIMES * 0.99)] },
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
});
process.on('SIGTERM', () => process.exit(0));
