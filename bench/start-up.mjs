/** Time until ready and memory of the embedded service: on an empty folder, and on the same folder again. Floor: a bare Nest application. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { residentMegabytes } from './lib/memory.mjs';
import { startService } from './lib/service.mjs';

const began = performance.now();
const floor = spawn(process.execPath, [fileURLToPath(new URL('./lib/echo.mjs', import.meta.url))], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
await once(floor.stdout, 'data');
const floorMs = performance.now() - began;
const floorMb = residentMegabytes(floor.pid).own;
floor.kill('SIGTERM');

const fresh = await startService();
const freshMb = residentMegabytes(fresh.pid);
await fresh.stop({ keep: true });
const again = await startService({ data: fresh.data });
const againMb = residentMegabytes(again.pid);
await again.stop();

const row = (name, ms, memory) =>
  `${name.padEnd(28)} ${(ms / 1000).toFixed(2).padStart(7)} s ${(ms / floorMs).toFixed(1).padStart(6)}x ${memory}`;
process.stdout.write(
  [
    row('bare Nest application', floorMs, `${floorMb.toFixed(0)} MB`),
    row(
      'service, empty folder',
      fresh.readyMs,
      `${freshMb.own.toFixed(0)} MB + ${freshMb.children.toFixed(0)} MB in solver processes`,
    ),
    row(
      'service, same folder again',
      again.readyMs,
      `${againMb.own.toFixed(0)} MB + ${againMb.children.toFixed(0)} MB in solver processes`,
    ),
    '',
  ].join('\n'),
);
