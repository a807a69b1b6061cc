/**
 * One decision under conditions on the history, over 2,000 events of 24 tools: monitors that keep indexes beside looking
 * through the events each time. All answers are compared before any is timed.
 */
import { compilePolicy, loadPolicy } from '@ostiary/policy';
import { openHistory } from '@ostiary/policy/monitor';
import { microseconds, percentile, table, timings } from './lib/timing.mjs';
import { seeded } from './lib/twin-policies.mjs';

const TOOLS = 24;
const EVENTS = 2_000;
const CALLS = 500;
const MINUTE = 60_000;
const NOW = EVENTS * MINUTE;

const rng = seeded(7);
const pick = (items) => items[Math.floor(rng() * items.length)];
const toolName = () => `tool_${Math.floor(rng() * TOOLS)}`;
const argsOf = () => ({ amount: `${1 + Math.floor(rng() * 500)}.00 EUR`, target: `target-${Math.floor(rng() * 50)}` });
const fields = {
  amount: { type: { kind: 'money' }, required: true },
  target: { type: { kind: 'string', format: 'text' }, required: true },
};
const catalogue = {
  name: 'bench',
  tools: Array.from({ length: TOOLS }, (_, i) => ({
    name: `tool_${i}`,
    args: { kind: 'record', fields },
    classes: ['write'],
  })),
};

function policyOf(rules) {
  const lines = ['dialect 2;', 'default allow;'];
  for (let i = 0; i < rules; i++) {
    const other = toolName();
    const window = pick(['1h', '6h', '24h']);
    const condition = pick([
      `count(${other}.open) within ${window} by principal >= ${pick([5, 20, 100])}`,
      `sum(${other}.open.amount in EUR) within ${window} by principal including this > ${pick([2_000, 20_000, 100_000])}.00 EUR`,
      `formerly within ${window} ${other}.failed{ target: args.target }`,
      `!(formerly within 24h ${other}.ok{ target: args.target }) && formerly within 1h ${other}.refused`,
    ]);
    lines.push(
      `${pick(['refuse', 'confirm'])} (tool in ["${toolName()}", "${toolName()}", "${toolName()}"]) when history { ${condition} };`,
    );
  }
  return lines.join('\n');
}

const history = Array.from({ length: EVENTS }, (_, i) => ({
  tool: toolName(),
  state: pick(['requested', 'allowed', 'ok', 'ok', 'failed', 'refused']),
  at: i * MINUTE,
  args: argsOf(),
  call_id: `call-${Math.floor(i / 2)}`,
  principal: pick(['ann', 'bob', 'eve']),
  session: 's',
}));

const rows = [
  [
    'history rules',
    'monitors p50',
    'p99',
    'rescan p50',
    'p99',
    'rescan / monitors p50',
    'append p50',
    'fill 2,000 events',
  ],
];
for (const rules of [10, 100]) {
  const loaded = loadPolicy(policyOf(rules), { catalogue });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics[0]));
  const decider = compilePolicy(loaded.core);
  const began = performance.now();
  const monitor = openHistory(loaded.core);
  for (const event of history) monitor.append(event);
  const fillMs = performance.now() - began;
  const context = { principal: { id: 'ann' }, session: { id: 's' }, now: NOW };
  const full = { ...context, history };
  const calls = Array.from({ length: CALLS }, () => ({ tool: toolName(), args: argsOf() }));
  for (const call of calls) {
    const [quick, plain] = [decider.decideWith(monitor, call, context), decider.decide(call, full)];
    if (JSON.stringify(quick) !== JSON.stringify(plain))
      throw new Error(`${JSON.stringify(call)}: ${quick.answer}, rescan ${plain.answer}`);
  }
  const quick = timings(50_000, (i) => decider.decideWith(monitor, calls[i % CALLS], context));
  const plain = timings(2_000, (i) => decider.decide(calls[i % CALLS], full), 200);
  const growing = openHistory(loaded.core);
  const appended = timings(EVENTS, (i) => growing.append({ ...history[i % EVENTS], at: i }), 0);
  const both = (sorted) => [microseconds(percentile(sorted, 0.5)), microseconds(percentile(sorted, 0.99))];
  const ratio = percentile(plain, 0.5) / percentile(quick, 0.5);
  rows.push([
    String(rules),
    ...both(quick),
    ...both(plain),
    `${ratio.toFixed(0)}x`,
    microseconds(percentile(appended, 0.5)),
    `${fillMs.toFixed(1)} ms`,
  ]);
}
process.stdout.write(`${table(rows)}\n`);
