/**
 * The symbolic engine: string cells of five e-mail globs; encoding a policy with every argument open and asking z3 which
 * answers each tool can get; whether an answer holds for every completion of a partial context.
 */
import { compilePolicy, loadPolicy, parseGlob } from '@ostiary/policy';
import { analyseCompletions, computeCells, encodeAnswer, formatLanguage, ScriptWriter } from '@ostiary/policy/symbolic';
import { openZ3 } from '@ostiary/smt';
import { microseconds, percentile, table, timings } from './lib/timing.mjs';
import { catalogueOf, seeded, twinPolicies } from './lib/twin-policies.mjs';

const GLOBS = ['*@corp.example', '*@*.corp.example', 'admin*@*', '*+*@corp.example', '*@partner.example'];
const rows = (head, ...body) => process.stdout.write(`${table([head, ...body])}\n\n`);
const ms = (began) => performance.now() - began;

const cells = () =>
  computeCells({
    languages: GLOBS.map((pattern) => ({ kind: 'glob', segments: parseGlob(pattern).segments })),
    literals: [],
    domain: { kind: 'regex', node: formatLanguage('email') },
    admits: () => true,
    candidates: [],
    perCell: 1,
  });
let began = performance.now();
const first = cells();
const cold = ms(began);
const warm = timings(50, cells);
rows(
  ['five e-mail globs', 'cells', 'cold', 'warm p50', 'p99'],
  [
    '',
    String(first.cells.length),
    `${cold.toFixed(1)} ms`,
    microseconds(percentile(warm, 0.5)),
    microseconds(percentile(warm, 0.99)),
  ],
);

began = performance.now();
const solver = await openZ3();
process.stdout.write(`z3 ready in ${ms(began).toFixed(0)} ms\n`);

const body = [];
for (const [rules, tools] of [
  [100, 24],
  [1_000, 24],
  [100, 1],
  [1_000, 1],
]) {
  const catalogue = catalogueOf(tools);
  const loaded = loadPolicy(twinPolicies(seeded(7), catalogue, rules).ours, { catalogue });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics[0]));
  const open = {
    args: new Set(Object.keys(catalogue.tools[0].args.fields)),
    principal: true,
    session: true,
    labels: { session: true, args: true },
    rates: false,
    now: true,
    confirmed: false,
    history: false,
  };
  let [encodeMs, checkMs, bytes, queries, unknown] = [0, 0, 0, 0, 0];
  for (const { name } of catalogue.tools) {
    began = performance.now();
    const encoded = encodeAnswer(loaded.core, { tool: name, args: {} }, {}, open);
    const steps = Object.values(encoded.answers).map((answer) => {
      const writer = new ScriptWriter();
      writer.assert([...encoded.constraints, answer]);
      return { text: writer.step(), variables: writer.variables, assumptions: [] };
    });
    encodeMs += ms(began);
    for (const step of steps) {
      began = performance.now();
      const context = solver.open();
      const { status } = await context.check(step, { rlimit: 50_000_000 });
      context.close();
      checkMs += ms(began);
      queries++;
      bytes += step.text.length;
      if (status === 'unknown') unknown++;
    }
  }
  body.push([
    String(rules),
    String(tools),
    `${encodeMs.toFixed(0)} ms`,
    String(queries),
    `${(bytes / queries / 1_000).toFixed(1)} kB`,
    `${(checkMs / queries).toFixed(1)} ms`,
    `${(encodeMs + checkMs).toFixed(0)} ms`,
    String(unknown),
  ]);
}
rows(['rules', 'tools', 'encode', 'queries', 'script', 'z3 per query', 'all', 'unknown'], ...body);

const completion = [];
for (const [label, text, context] of [
  [
    'cells: role and region open',
    'dialect 1; allow refund when amount <= 100.00 EUR and principal.role in ["agent", "lead"]; refuse refund when principal.region == "north" and principal.role == "agent"; refuse refund when session.locked;',
    {},
  ],
  [
    'z3: arithmetic over open attributes',
    'dialect 2; default refuse; allow (tool == "refund") when { principal.limit * 2 > session.used * 3 && principal.limit < 1000 && session.used >= 10 };',
    {},
  ],
  ['constant: nothing open is read', 'dialect 1; allow refund when amount <= 100.00 EUR;', {}],
]) {
  const loaded = loadPolicy(text);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics[0]));
  const decider = compilePolicy(loaded.core);
  const ask = () =>
    analyseCompletions(
      loaded.core,
      { call: { tool: 'refund', args: { amount: '80.00 EUR' } }, context },
      solver,
      (call, at) => decider.decide(call, at).answer,
    );
  for (let i = 0; i < 20; i++) await ask();
  const times = [];
  for (let i = 0; i < 100; i++) {
    began = performance.now();
    await ask();
    times.push(ms(began) * 1_000);
  }
  times.sort((a, b) => a - b);
  const { kind } = await ask();
  completion.push([label, kind, microseconds(percentile(times, 0.5)), microseconds(percentile(times, 0.99))]);
}
rows(['does the answer hold for every completion', 'result', 'p50', 'p99'], ...completion);
await solver.close();
