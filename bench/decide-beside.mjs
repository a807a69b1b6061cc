/**
 * One decision in process in this tree and in another, built one, in turns: `BENCH_BESIDE=/path/to/tree npm run bench -- decide-beside`.
 * Processor time, and the least of many rounds, so that other work on the machine does not count.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../tools/lib/node.mjs';
import { table } from './lib/timing.mjs';
import { catalogueOf, seeded, totalCall, twinPolicies } from './lib/twin-policies.mjs';

const RULES = [10, 100, 1_000];
const CALLS = 2_000;
const TURNS = 4;
const ROUNDS = 25;

/** Nanoseconds of one decision by the build in a tree, for each number of rules. */
async function measured(tree) {
  const { compilePolicy, loadPolicy } = await import(pathToFileURL(join(tree, 'core/policy/dist/index.js')).href);
  return RULES.map((rules) => {
    const rng = seeded(7);
    const catalogue = catalogueOf(24);
    const loaded = loadPolicy(twinPolicies(rng, catalogue, rules).ours, { catalogue });
    const calls = Array.from({ length: CALLS }, () => totalCall(rng, catalogue));
    const decider = compilePolicy(loaded.core);
    let least = Infinity;
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = process.cpuUsage();
      for (let i = 0; i < 10 * CALLS; i += 1) decider.decide(calls[i % CALLS], {});
      const { user, system } = process.cpuUsage(began);
      least = Math.min(least, ((user + system) * 1_000) / (10 * CALLS));
    }
    return least;
  });
}

/** The same in a process of its own. */
const runInOrder = (tree) =>
  JSON.parse(execFileSync(process.execPath, [import.meta.filename, '--measure', tree], { encoding: 'utf8' }));

const least = (turns) => RULES.map((_, at) => Math.min(...turns.map((turn) => turn[at])));

const other = process.env.BENCH_BESIDE;
if (process.argv[2] === '--measure') {
  process.stdout.write(JSON.stringify(await measured(process.argv[3])));
} else if (!other) {
  process.stdout.write('BENCH_BESIDE names no tree to compare with\n');
} else {
  const turns = Array.from({ length: TURNS }, () => ({ there: runInOrder(other), here: runInOrder(root) }));
  const there = least(turns.map((turn) => turn.there));
  const here = least(turns.map((turn) => turn.here));
  const ns = (value) => `${value.toFixed(0)} ns`;
  const rows = RULES.map((rules, at) => [
    String(rules),
    ns(there[at]),
    ns(here[at]),
    `${(here[at] / there[at]).toFixed(2)}x`,
  ]);
  process.stdout.write(`${table([['rules', 'there', 'here', 'here / there'], ...rows])}\n`);
}
