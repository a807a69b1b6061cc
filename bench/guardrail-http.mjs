/** POST /v1/solves in mode guardrail, beside a bare Nest echo route, in one run; embedded, or on PostgreSQL and Redis where the environment names them. */
import { startScript } from './lib/child.mjs';
import { load } from './lib/load.mjs';
import { startService } from './lib/service.mjs';

const body = {
  mode: 'guardrail',
  policy: [
    'dialect 1; policy "refunds"; default refuse;',
    '@id("small")  allow   refund_order when amount <= 100.00 EUR and reason in ["damaged","late"];',
    '@id("medium") confirm refund_order when amount <= 500.00 EUR and principal.role in ["agent","lead"];',
    '@id("old")    refuse  refund_order when days_since > 90;',
  ].join('\n'),
  action: { tool: 'refund_order', arguments: { amount: '80.00 EUR', reason: 'late', days_since: 3 } },
  context: { principal: { role: 'agent' }, session: { history: [] } },
};

const floor = await startScript('echo');
// The rate limit is not what is measured.
const service = await startService({ env: { OSTIARY_RATE_PER_MINUTE: '1000000', OSTIARY_RATE_BURST: '100000' } });
process.stdout.write(`${service.stores}\n`);

for (const connections of [1, 8]) {
  const target = {
    url: `${service.url}/v1/solves`,
    body,
    connections,
    pid: service.pid,
    headers: { authorization: `Bearer ${service.key}` },
  };
  const echo = { url: `http://127.0.0.1:${floor.line}/echo`, body, connections, pid: floor.pid };
  await load({ ...echo, seconds: 2 });
  const bare = await load({ ...echo, seconds: 8 });
  await load({ ...target, seconds: 2 });
  const solve = await load({ ...target, seconds: 8 });
  const row = (name, r) =>
    `${String(connections).padStart(2)} connections  ${name.padEnd(16)} p50 ${r.p50.toFixed(2).padStart(7)} ms  p99 ${r.p99.toFixed(2).padStart(7)} ms  ${r.perSecond.toFixed(0).padStart(6)}/s  processor ${r.processor.toFixed(2)} ms  refused: ${r.failed}`;
  process.stdout.write(`${row('bare Nest echo', bare)}\n${row('guardrail', solve)}\n`);
  process.stdout.write(
    `                ratio            p50 ${(solve.p50 / bare.p50).toFixed(1)}x  p99 ${(solve.p99 / bare.p99).toFixed(1)}x\n`,
  );
}
await service.stop();
await floor.stop();
