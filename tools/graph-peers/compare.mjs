import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The planted cases of tools/graph-oracle, asked of another tool, which is started as a command:
 *
 *   node tools/graph-peers/compare.mjs -- python3 tools/graph-peers/ask_agentproof.py
 *
 * The command reads a list of `{"name", "graph", "rules", "catalogue"}` and writes, for each, a list of `{"rule", "says", "how"}`: `says` is
 * `broken` or `proved`, or null where the tool has no form for such a rule; `how` is what it was asked. A row is right when every rule of the
 * case is answered as it should be. The tools are not part of the project, and nothing of them is kept here.
 */
const [program, ...args] = process.argv.slice(process.argv.indexOf('--') + 1);
if (program === undefined || !process.argv.includes('--')) {
  console.error('compare.mjs -- command');
  process.exit(2);
}

const folder = new URL('../graph-oracle/planted/', import.meta.url);
const cases = readdirSync(folder)
  .toSorted()
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
const { status, stdout } = spawnSync(program, args, {
  input: JSON.stringify(cases),
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  stdio: ['pipe', 'pipe', 'inherit'],
});
if (status !== 0) throw new Error(`the command ended with ${String(status)}`);
const answers = JSON.parse(stdout);

const sums = { right: 0, wrong: 0, 'cannot be asked': 0 };
console.log('| case | should be | says | asked |\n|---|---|---|---|');
for (const [i, { name, expect }] of cases.entries()) {
  const words = new Map();
  for (const { rule, verdict } of expect) words.set(rule, [...(words.get(rule) ?? []), verdict]);
  for (const [rule, verdicts] of words) {
    // A rule of sagas is many questions; it is broken when one is.
    const should = ['broken', 'possible', 'proved', 'vacuous'].find((word) => verdicts.includes(word));
    const { says, how } = answers[i].find((one) => one.rule === rule);
    const what = says === null ? 'cannot be asked' : says === should ? 'right' : 'wrong';
    sums[what] += 1;
    console.log(`| ${name} | ${should} | ${says === null ? '-' : `${says}, ${what}`} | ${how} |`);
  }
}
console.log(sums);
