/**
 * Time until ready, and memory: the most until then, what is resident then and later. The embedded service on an empty folder and on the same
 * folder again, or where the environment names PostgreSQL and Redis an API and a worker process. Floor: a bare Nest application.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startScript } from './lib/child.mjs';
import { peakMegabytes, residentMegabytes } from './lib/memory.mjs';
import { startService } from './lib/service.mjs';
import { table } from './lib/timing.mjs';

const SETTLED_SECONDS = 15;

const rows = [['what', 'ready after', 'of the floor', 'peak', 'ready', `${SETTLED_SECONDS} s later`, 'solvers']];
const mb = (value) => `${value.toFixed(0)} MB`;
let floorMs;
async function look(name, ms, pid) {
  floorMs ??= ms;
  const [peak, { own: ready }] = [peakMegabytes(pid), residentMegabytes(pid)];
  await sleep(SETTLED_SECONDS * 1_000);
  const { own, children } = residentMegabytes(pid);
  rows.push([
    name,
    `${(ms / 1_000).toFixed(2)} s`,
    `${(ms / floorMs).toFixed(1)}x`,
    mb(peak),
    mb(ready),
    mb(own),
    mb(children),
  ]);
}

const began = performance.now();
const floor = await startScript('echo');
await look('bare Nest application', performance.now() - began, floor.pid);
await floor.stop();

if (process.env.OSTIARY_DATABASE_URL) {
  for (const role of ['api', 'worker']) {
    const service = await startService({ env: { OSTIARY_ROLES: role } });
    await look(`${role}, ${service.stores}`, service.readyMs, service.pid);
    await service.stop();
  }
} else {
  const fresh = await startService();
  await look('service, empty folder', fresh.readyMs, fresh.pid);
  await fresh.stop({ keep: true });
  const again = await startService({ data: fresh.data });
  await look('service, same folder again', again.readyMs, again.pid);
  await again.stop();
}
process.stdout.write(`${table(rows)}\n`);
