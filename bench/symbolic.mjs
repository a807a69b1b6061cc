/**
 * The symbolic engine: string cells of five e-mail globs; whether each rule can fire while no stricter one does, asked in a context of
 * its own, in one that is kept, and as the analyses ask it; rules that decide no call; whether an answer holds for every completion of
 * a partial context. `BENCH_ROUNDS` (5): the three ways take turns so often; the median ratio of their processor times is shown beside the
 * least and the most.
 */
import { compilePolicy, loadPolicy, parseGlob } from '@ostiary/policy';
import {
  ANALYSIS_LIMITS,
  analyseCompletions,
  computeCells,
  formatLanguage,
  neverDecides,
  ScriptWriter,
  World,
} from '@ostiary/policy/symbolic';
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

/** One tool with 40 attributes, and rules of three tests each. */
function manyAttributes(rules, seed) {
  const rng = seeded(seed);
  const below = (n) => Math.floor(rng() * n);
  const names = Array.from({ length: 40 }, (_, i) => `a${String(i)}`);
  const types = names.map((_, i) =>
    i % 2 === 0 ? { kind: 'int', min: 0, max: 1_000 } : { kind: 'string', format: 'keyword' },
  );
  const fields = Object.fromEntries(names.map((name, i) => [name, { type: types[i], required: false }]));
  const test = () => {
    const i = below(40);
    if (i % 2 === 0) return `args.a${i} ${['<', '>=', '=='][below(3)]} ${below(1_000)}`;
    return `args.a${i} ${['==', '!='][below(2)]} "${'abcdefgh'[below(8)]}"`;
  };
  const effects = ['allow', 'confirm', 'refuse'];
  const text = Array.from(
    { length: rules },
    () => `${effects[below(3)]} (tool) when { ${test()} && (${test()} || ${test()}) };`,
  );
  const catalogue = { name: 'c', tools: [{ name: 't', classes: [], args: { kind: 'record', fields } }] };
  return { text: `dialect 2;\n${text.join('\n')}`, catalogue };
}

const OPEN = {
  principal: true,
  session: true,
  labels: { session: true, args: true },
  rates: false,
  now: true,
  confirmed: false,
  history: false,
};

/** For each tool the constraints, and for each of some rules where it fires and no stricter one does. */
function questionsOf(core, catalogue, every) {
  const strictness = { allow: 0, confirm: 1, refuse: 2 };
  return catalogue.tools.map(({ name, args }) => {
    const world = new World([core]);
    const x = world.call({ tool: name, args: {} }, {}, { ...OPEN, args: new Set(Object.keys(args.fields)) });
    const answer = world.answer(core, x);
    const closed = world.close();
    const { factory } = closed;
    const firing = answer.rules.map(({ rule, holds, undefined: unknown }) => ({
      rule,
      fires: closed.term(rule.effect === 'allow' ? holds : factory.or(holds, unknown)),
    }));
    const goals = firing
      .filter((_, i) => i % every === 0)
      .map(({ rule, fires }) => [
        fires,
        ...firing
          .filter((other) => strictness[other.rule.effect] > strictness[rule.effect])
          .map((other) => factory.not(other.fires)),
      ]);
    return { closed, constraints: closed.constraints, goals };
  });
}

const LIMIT = { rlimit: 50_000_000 };

async function oneShot(questions) {
  const found = [];
  for (const { constraints, goals } of questions) {
    for (const goal of goals) {
      const writer = new ScriptWriter();
      writer.assert([...constraints, ...goal]);
      const context = solver.open();
      found.push(
        (await context.check({ text: writer.step(), variables: writer.variables, assumptions: [] }, LIMIT)).status,
      );
      context.close();
    }
  }
  return found;
}

async function kept(questions) {
  const found = [];
  for (const { constraints, goals } of questions) {
    const writer = new ScriptWriter();
    const context = solver.open();
    writer.assert(constraints);
    for (const goal of goals) {
      const assumptions = writer.assume(goal);
      found.push(
        (await context.check({ text: writer.step(), variables: writer.variables, assumptions }, LIMIT)).status,
      );
    }
    context.close();
  }
  return found;
}

/** Small spaces listed, else one context that is kept, and assignments found before tried first. */
async function asAnalyses(questions) {
  const found = [];
  const status = { found: 'sat', none: 'unsat', unknown: 'unknown' };
  for (const { closed, goals } of questions) {
    const finder = closed.finder(goals.flat(), solver, { ...ANALYSIS_LIMITS.finder, ...LIMIT });
    for (const goal of goals) found.push(status[(await finder.settle(goal)).kind]);
    finder.close();
  }
  return found;
}

/** Processor time of this thread, on which the solver runs too: a busy machine changes it little. */
async function timed(ask, questions) {
  globalThis.gc?.();
  const before = process.threadCpuUsage();
  const found = await ask(questions);
  const { user, system } = process.threadCpuUsage(before);
  return { found, time: (user + system) / 1_000 };
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const body = [];
for (const [label, source, every] of [
  ['100 rules, 24 tools', () => twin(100, 24), 1],
  ['1,000 rules, 24 tools', () => twin(1_000, 24), 5],
  ['200 rules over 40 open attributes', () => manyAttributes(200, 7), 2],
  ['1,000 rules over 40 open attributes', () => manyAttributes(1_000, 7), 50],
]) {
  const { text, catalogue } = source();
  const loaded = loadPolicy(text, { catalogue });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics[0]));
  began = performance.now();
  const questions = questionsOf(loaded.core, catalogue, every);
  const encodeMs = ms(began);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ways = [];
    for (const ask of [oneShot, kept, asAnalyses]) ways.push(await timed(ask, questions));
    if (new Set(ways.map(({ found }) => found.join())).size > 1) throw new Error('the ways differ');
    rounds.push(ways.map(({ time }) => time));
  }
  const count = questions.reduce((sum, { goals }) => sum + goals.length, 0);
  const each = (way) => `${(median(rounds.map((times) => times[way])) / count).toFixed(1)} ms`;
  const faster = (way) => {
    const ratios = rounds.map((times) => times[0] / times[way]);
    return `${median(ratios).toFixed(1)}x (${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)})`;
  };
  body.push([label, `${encodeMs.toFixed(0)} ms`, String(count), each(0), each(1), faster(1), each(2), faster(2)]);
}
rows(
  ['can this rule decide', 'encode', 'questions', 'one-shot', 'kept', 'faster', 'as the analyses ask', 'faster'],
  ...body,
);

function twin(rules, tools) {
  const catalogue = catalogueOf(tools);
  return { text: twinPolicies(seeded(7), catalogue, rules).ours, catalogue };
}

const silent = [];
for (const rules of [100, 1_000]) {
  const { text, catalogue } = twin(rules, 24);
  const loaded = loadPolicy(text, { catalogue });
  began = performance.now();
  const found = await neverDecides(loaded.core, solver);
  silent.push([
    `${String(rules)} rules, 24 tools, dialect ${String(loaded.core.dialect)}`,
    String(found.length),
    `${ms(began).toFixed(0)} ms`,
  ]);
}
rows(['rules that decide no call', 'found', 'time'], ...silent);

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
