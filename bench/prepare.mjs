/**
 * The first use of a policy, by size and kind: parse, check (types and lowering), compile with the first decision. Each in a fresh
 * process, as the first request finds it. Beside it, in the same processes, JSON.parse of as many bytes; and cedar-wasm parsing a
 * twin of the same rules. Then the service: what its own thread has to do with one.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import cedar from '@cedar-policy/cedar-wasm/nodejs';
import { checkPolicy, compilePolicy, parsePolicy } from '@ostiary/policy';
import { LARGE_POLICIES } from './lib/large-policies.mjs';
import { mainThreadMs } from './lib/main-thread.mjs';
import { startService } from './lib/service.mjs';
import { table } from './lib/timing.mjs';
import { catalogueOf, seeded, twinPolicies } from './lib/twin-policies.mjs';

const SIZES = [64, 256, 1_024];
const KIB = 1_024;
const cpuMs = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;

/** Processor milliseconds of each call of the returned function since the last. */
function laps() {
  let last = cpuMs();
  return () => {
    const now = cpuMs();
    const lap = now - last;
    last = now;
    return lap;
  };
}

/** The largest text of a kind within `bytes` that is within the other limits too. */
function largest(make, bytes) {
  for (let size = bytes; ; size = Math.floor(size * 0.9)) {
    const text = make(size);
    if (!parsePolicy(text).diagnostics.some(({ code }) => code === 'too_many_tokens')) return size;
  }
}

function floorMs(bytes) {
  const text = JSON.stringify(Array.from({ length: bytes / 64 }, (_, i) => ({ id: i, of: 'x'.repeat(40) }))).slice(
    0,
    bytes,
  );
  const whole = `${text.slice(0, text.lastIndexOf('},'))}}]`;
  const lap = laps();
  for (let i = 0; i < 10; i++) JSON.parse(whole);
  return lap() / 10;
}

function measure(kind, bytes) {
  const make = LARGE_POLICIES[kind];
  const { catalogue } = make;
  const text = make(bytes);
  globalThis.gc?.();
  const lap = laps();
  const parsed = parsePolicy(text);
  const parse = lap();
  const checked = checkPolicy(parsed.tree, { source: text, ...(catalogue && { catalogue }) });
  const check = lap();
  if (!checked.core) throw new Error(`${kind}: ${JSON.stringify(checked.diagnostics[0])}`);
  const decider = compilePolicy(checked.core);
  decider.decide(
    { tool: checked.core.tools[0] ?? 't', args: { n: 3, m: 4, amount: '3.00 EUR' } },
    { history: [], now: 0 },
  );
  const compile = lap();
  globalThis.gc?.();
  const memory = process.memoryUsage().heapUsed / KIB / KIB;
  return {
    bytes: text.length,
    rules: checked.core.rules.length,
    parse,
    check,
    compile,
    memory,
    floor: floorMs(text.length),
  };
}

/** Rules of the twin policies for each KiB of ours, and the most that stay within the limit of tokens. */
const TWINS_PER_KIB = 14;
const MOST_TWINS = 14_000;

function twin(bytes) {
  const catalogue = catalogueOf(24);
  const twins = twinPolicies(seeded(7), catalogue, Math.min(MOST_TWINS, Math.floor((bytes / KIB) * TWINS_PER_KIB)));
  const lap = laps();
  const parsed = parsePolicy(twins.ours);
  const checked = checkPolicy(parsed.tree, { source: twins.ours, catalogue });
  compilePolicy(checked.core).decide({ tool: 'tool_0', args: {} }, {});
  const ours = lap();
  const read = cedar.preparsePolicySet('p', { staticPolicies: twins.cedar });
  if (read.type !== 'success') throw new Error(JSON.stringify(read));
  const theirs = lap();
  return { bytes: twins.ours.length, cedarBytes: twins.cedar.length, ours, theirs, floor: floorMs(twins.ours.length) };
}

const [, , task, kind, bytes] = process.argv;
if (task === 'kind') process.stdout.write(JSON.stringify(measure(kind, Number(bytes))));
else if (task === 'twin') process.stdout.write(JSON.stringify(twin(Number(kind))));
else if (task === 'others') await others();
else await all();

function inFreshProcess(...args) {
  const file = fileURLToPath(import.meta.url);
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', file, ...args.map(String)], { encoding: 'utf8' }));
}

async function all() {
  const rows = [
    ['kind', 'KiB', 'rules', 'parse', 'check', 'compile, first', 'all', 'ms per KiB', 'JSON.parse', 'heap MB'],
  ];
  const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  for (const [name, make] of Object.entries(LARGE_POLICIES)) {
    for (const size of SIZES) {
      const found = inFreshProcess('kind', name, largest(make, size * KIB));
      const whole = found.parse + found.check + found.compile;
      rows.push([
        name,
        (found.bytes / KIB).toFixed(0),
        String(found.rules),
        ms(found.parse),
        ms(found.check),
        ms(found.compile),
        ms(whole),
        (whole / (found.bytes / KIB)).toFixed(2),
        ms(found.floor),
        found.memory.toFixed(0),
      ]);
    }
  }
  process.stdout.write(`${table(rows)}\n\n`);
  const twins = [
    [
      'twin rules over 24 tools',
      'KiB',
      'ours: parse, check, compile, first',
      'cedar-wasm: parse alone',
      'its KiB',
      'JSON.parse',
    ],
  ];
  for (const size of SIZES) {
    const { bytes: length, cedarBytes, ours, theirs, floor } = inFreshProcess('twin', size * KIB);
    twins.push(['', (length / KIB).toFixed(0), ms(ours), ms(theirs), (cedarBytes / KIB).toFixed(0), ms(floor)]);
  }
  process.stdout.write(`${table(twins)}\n\n`);
  await others();
}

/**
 * What the service's own thread does for a policy of a size, decided for the first time: its processor time, which load on the machine
 * does not disturb; and how often others were answered meanwhile, one after another.
 */
async function others() {
  const service = await startService();
  const rows = [['guardrail, one action', 'main thread', 'the request', 'GET /health/live meanwhile']];
  try {
    const row = async (name, work) => {
      const meanwhile = { over: false, answered: 0 };
      const [began, used] = [performance.now(), mainThreadMs(service.pid)];
      const finished = work().finally(() => (meanwhile.over = true));
      const asking = (async () => {
        while (!meanwhile.over) {
          await (await fetch(`${service.url}/health/live`)).arrayBuffer();
          meanwhile.answered += 1;
        }
      })();
      await finished;
      await asking;
      rows.push([
        name,
        `${mainThreadMs(service.pid) - used} ms`,
        `${(performance.now() - began).toFixed(0)} ms`,
        String(meanwhile.answered),
      ]);
    };
    const solve = (policy) => async () => {
      const answer = await fetch(`${service.url}/v1/solves`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json', Prefer: 'wait=30' },
        body: JSON.stringify({
          mode: 'guardrail',
          policy,
          action: { tool: 'tool_1', arguments: { amount: '3.00 EUR' } },
        }),
      });
      const { status } = await answer.json();
      if (status !== 'succeeded') throw new Error(`${answer.status} ${status}`);
    };
    const make = LARGE_POLICIES['small rules, dialect 1'];
    for (const kib of [1, 60, 256, 1_024])
      for (const time of [1, 2])
        await row(`${kib} KiB, policy ${time} of this size`, solve(`${make(kib * KIB - 20)}// ${time}`));
    await row('1024 KiB, seen before', solve(`${make(KIB * KIB - 20)}// 2`));
  } finally {
    await service.stop();
  }
  process.stdout.write(`${table(rows)}\n`);
}
