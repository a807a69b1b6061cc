/** Time until a job is cancelled, queued and running, while a batch of 200,000 rows runs. Floor: reading a job meanwhile. */
import { startService } from './lib/service.mjs';

const ROUNDS = 10;
const service = await startService({ env: { OSTIARY_LOG_LEVEL: 'error', OSTIARY_RUNNING_JOBS: '1' } });
const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', prefer: 'respond-async' };
const body = JSON.stringify({
  mode: 'batch',
  policy: 'dialect 1; allow t when amount <= 5;',
  defaults: { action: { tool: 't' } },
  rows: { csv: `arguments.amount\n${'1\n'.repeat(200_000)}` },
});

async function ask(method, path, sent) {
  const options = { method, headers, body: sent };
  const answer = await fetch(`${service.url}/v1/solves${path}`, options);
  return answer.json();
}

async function timed(act) {
  const from = performance.now();
  await act();
  return performance.now() - from;
}

/** Until the job says that it is cancelled; one that ended otherwise was too quick to measure. */
async function untilCancelled(id) {
  for (let { status } = await ask('DELETE', `/${id}`); status !== 'cancelled'; { status } = await ask('GET', `/${id}`))
    if (status !== 'running') throw new Error(`the job was ${status} before it could be cancelled`);
}

const seen = { 'floor: reading a job': [], 'cancelling a queued job': [], 'cancelling a running job': [] };
for (let round = 0; round < ROUNDS; round += 1) {
  const running = await ask('POST', '', body);
  const queued = await ask('POST', '', body);
  seen['floor: reading a job'].push(await timed(() => ask('GET', `/${queued.id}`)));
  seen['cancelling a queued job'].push(await timed(() => untilCancelled(queued.id)));
  seen['cancelling a running job'].push(await timed(() => untilCancelled(running.id)));
}
await service.stop();

const floor = seen['floor: reading a job'].toSorted((a, b) => a - b)[ROUNDS / 2];
for (const [name, times] of Object.entries(seen)) {
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[ROUNDS / 2];
  process.stdout.write(
    `${name.padEnd(26)} median ${median.toFixed(0).padStart(4)} ms  worst ${sorted.at(-1).toFixed(0).padStart(4)} ms  ${(median / floor).toFixed(1)}x\n`,
  );
}
