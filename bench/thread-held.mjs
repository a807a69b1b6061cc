/**
 * How long a body of 2 MiB holds the service's own thread, beside a body of as many bytes that is one string. What a child process
 * does meanwhile does not count: others are answered then. `BENCH_KIB` sets another size, `BENCH_ONLY` picks rows by a part of their name.
 */
import { bodies } from './lib/hostile-bodies.mjs';
import { mainThreadMs } from './lib/main-thread.mjs';
import { startService } from './lib/service.mjs';

const bytes = Number(process.env.BENCH_KIB ?? 2_048) * 1_024 - 64;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 8);
/** What the aim of the design is: no body costs the thread more than so many times the string. */
const AIM = 5;

const service = await startService({
  env: { OSTIARY_RATE_PER_MINUTE: '1000000', OSTIARY_RATE_BURST: '100000', OSTIARY_QUEUED_JOBS: '10000' },
});

async function send(body) {
  const answer = await fetch(`${service.url}/v1/solves`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json', Prefer: 'wait=60' },
    body,
  });
  const { status, slug } = JSON.parse(await answer.text());
  return `${answer.status} ${slug ?? status}`;
}

/** Processor milliseconds of the service's thread for one body, the mean of some rounds after one that warms it up. */
async function held(body) {
  const said = await send(body);
  const began = mainThreadMs(service.pid);
  for (let round = 0; round < ROUNDS; round += 1) await send(body);
  return { ms: (mainThreadMs(service.pid) - began) / ROUNDS, said };
}

try {
  const made = Object.entries(bodies(bytes));
  const [[floorName, floorBody], ...rest] = made;
  const floor = await held(floorBody);
  const print = (name, kib, said, ms, ratio) =>
    process.stdout.write(
      `${name.padEnd(30)} ${kib.padStart(6)}  ${said.padEnd(24)} ${ms.padStart(9)} ${ratio.padStart(15)}\n`,
    );
  const kibOf = (body) => (body.length / 1_024).toFixed(0);
  print('body', 'KiB', 'answer', 'thread', 'of the string');
  print(floorName, kibOf(floorBody), floor.said, `${floor.ms.toFixed(1)} ms`, '');
  let over = 0;
  for (const [name, body] of rest.filter(([each]) => each.includes(process.env.BENCH_ONLY ?? ''))) {
    const { ms, said } = await held(body);
    const ratio = ms / floor.ms;
    if (ratio > AIM) over += 1;
    print(name, kibOf(body), said, `${ms.toFixed(1)} ms`, `${ratio.toFixed(1)}x`);
  }
  process.stdout.write(`${over} over ${AIM}x\n`);
} finally {
  await service.stop();
}
