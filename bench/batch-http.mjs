/** A table of 100,000 rows through POST /v1/solves, mode batch, embedded default, from the request to the finished job. Floor: reading the CSV alone. */
import { parse } from 'csv-parse/sync';
import { startService } from './lib/service.mjs';

const ROWS = 100_000;
const RUNS = 3;

/** The same table every time: amounts in no order, a third of them for a tool that is only confirmed. */
function table() {
  const lines = ['tool,arguments.amount'];
  for (let row = 0, state = 7; row < ROWS; row += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    lines.push(`${state % 3 === 0 ? 'pay' : 'buy'},${(state % 60_000) / 100}`);
  }
  return lines.join('\n');
}

const csv = table();
const body = JSON.stringify({
  mode: 'batch',
  policy: [
    'dialect 1;',
    '@id("small") allow buy when amount <= 100.0;',
    '@id("medium") confirm buy when amount <= 500.0 and principal.role == "lead";',
    '@id("payments") confirm pay when amount <= 250.0;',
  ].join('\n'),
  defaults: { context: { principal: { role: 'lead' } } },
  rows: { csv },
});

const began = performance.now();
parse(csv);
const floor = ROWS / ((performance.now() - began) / 1000);

const service = await startService();
const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', prefer: 'wait=30' };
const rates = [];
for (let run = 0; run < RUNS; run += 1) {
  const from = performance.now();
  const answer = await fetch(`${service.url}/v1/solves`, { method: 'POST', headers, body });
  const job = await answer.json();
  if (job.status !== 'succeeded' || job.result.row_counts.total !== ROWS || job.result.row_counts.error !== 0)
    throw new Error(`the batch did not end as it should: ${answer.status} ${JSON.stringify(job).slice(0, 300)}`);
  rates.push(ROWS / ((performance.now() - from) / 1000));
}
await service.stop();

const line = (name, rate) =>
  `${name.padEnd(34)} ${rate.toFixed(0).padStart(8)} rows/s ${(floor / rate).toFixed(1).padStart(6)}x slower than the floor\n`;
process.stdout.write(line('floor: CSV read alone', floor));
for (const [run, rate] of rates.entries())
  process.stdout.write(line(`batch through the service, run ${run + 1}`, rate));
