/**
 * How good the hunt is: the mutation corpus (plugins/hunt/corpus) is hunted, and each finding is judged by its labels and by the third
 * reading of the language. `BENCH_SHOW=1`: what was missed, and what nobody planted. `BENCH_ONLY=mail,S01`: those policies alone.
 */
import { CLASS_IDS, runHunt } from '@ostiary/hunt/search';
import { randomCall, randomContext, seededRandom } from '@ostiary/policy/testing';
import { openZ3 } from '@ostiary/smt';
import { cleanPolicies, huntInput, plantedBugs } from './lib/hunt-corpus.mjs';
import { contradicting, isConsequence, isGrave, isPlanted, replays, superfluous } from './lib/hunt-judge.mjs';
import { table } from './lib/timing.mjs';

const verbose = process.env.BENCH_SHOW === '1';
const parts = (process.env.BENCH_ONLY ?? '').split(',').filter((part) => part !== '');
const wanted = ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part));
const say = (text) => process.stdout.write(`${text}\n`);

const solver = await openZ3();
let cpu = 0;

/** The findings of one policy, with what the third reading says of each witness. */
async function hunted(given) {
  const { policy, text, strictest, options } = await huntInput(given);
  const read = { ...given, text, strictest };
  const before = process.threadCpuUsage();
  const { findings } = await runHunt(policy, solver, options);
  const { user, system } = process.threadCpuUsage(before);
  cpu += (user + system) / 1_000_000;
  const calls = findings.flatMap(({ witness }) => witness?.steps ?? []);
  return findings.map((finding) => ({
    ...finding,
    policy: given.name,
    replayed: finding.witness ? replays(read, finding) : null,
    more: finding.witness ? superfluous(read, finding) : [],
    contradicted: contradicting(read, finding, [...calls, ...randomCalls(policy.catalogue)]),
  }));
}

/** Calls that the catalogue accepts or not, the same in each run. */
function randomCalls(catalogue) {
  if (!catalogue) return [];
  const rng = seededRandom(7);
  return Array.from({ length: 200 }, () => ({
    call: randomCall(rng, catalogue),
    context: randomContext(rng, catalogue),
  }));
}

const shown = ({ policy, severity, class: id, subkind, rules, tool, attribute, title }) =>
  `${policy}: ${severity} ${id}${subkind ? ` ${subkind}` : ''} [${rules.join(' ')}] ${tool ?? ''} ${attribute ?? ''}: ${title.en}`;

const began = performance.now();
const all = [];
const alarms = [];
for (const policy of cleanPolicies().filter(wanted)) {
  const findings = await hunted(policy);
  all.push(...findings);
  alarms.push(...findings.filter(isGrave));
}
const cleanOnes = cleanPolicies().filter(wanted).length;

const bugs = plantedBugs().filter(wanted);
const missed = [];
for (const bug of bugs) {
  const findings = await hunted(bug);
  all.push(...findings);
  if (!findings.some((finding) => isPlanted(bug, finding))) missed.push({ bug, findings });
  alarms.push(...findings.filter((finding) => isGrave(finding) && !isConsequence(bug, finding)));
}

const percent = (part, of) => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)} %`);
const count = (items, test) => items.filter(test).length;
const row = (id, of, found) => {
  const planted = count(bugs, of);
  const grave = found.filter(isGrave);
  const wrong = alarms.filter((each) => found.includes(each));
  const seen = found.filter(({ witness }) => witness);
  const lost = missed.filter(({ bug }) => of(bug)).length;
  return [
    id,
    String(planted),
    percent(planted - lost, planted),
    String(grave.length),
    percent(grave.length - wrong.length, grave.length),
    percent(
      count(seen, ({ replayed }) => replayed),
      seen.length,
    ),
    percent(
      count(seen, ({ more }) => more.length === 0),
      seen.length,
    ),
    percent(
      count(found, ({ repair }) => repair),
      found.length,
    ),
  ];
};
const rows = CLASS_IDS.map((id) =>
  row(
    id,
    (bug) => bug.class === id,
    all.filter((each) => each.class === id),
  ),
);
say(
  table([
    ['class', 'planted', 'recall', 'findings, medium and above', 'precision', 'replayed', 'minimal', 'with repair'],
    ...rows.filter(([, planted, , grave]) => planted !== '0' || grave !== '0'),
    row('all', () => true, all),
  ]),
);
const single = all.filter(({ class: id }) => /^[GSB]/.test(id));
const seconds = (performance.now() - began) / 1_000;
say(`
${String(cleanOnes)} clean policies, ${String(bugs.length)} with a bug planted, ${String(all.length)} findings
dead or without effect, and not so for a call that was tried: ${String(count(all, ({ contradicted }) => contradicted))} of ${String(count(all, ({ class: id }) => ['G01', 'S01', 'S06'].includes(id)))}
G, S and B with a proved repair: ${percent(
  count(single, ({ repair }) => repair),
  single.length,
)} of ${String(single.length)}
${seconds.toFixed(0)} s, of which the hunts took ${cpu.toFixed(0)} s of processor time`);

if (verbose) {
  for (const { bug, findings } of missed) {
    say(`\nMISSED ${bug.name}`);
    for (const finding of findings) say(`  ${shown(finding)}`);
  }
  for (const finding of alarms) say(`\nALARM ${shown(finding)}`);
  for (const finding of all.filter(({ contradicted }) => contradicted)) say(`\nCONTRADICTED ${shown(finding)}`);
  for (const finding of all.filter(({ replayed }) => replayed === false)) say(`\nNOT REPLAYED ${shown(finding)}`);
  for (const finding of all.filter(({ more }) => more.length > 0))
    say(
      `\nNOT MINIMAL ${shown(finding)}: ${finding.more.join(', ')}\n  ${JSON.stringify(finding.witness.steps.map(({ call, context, answer }) => [call, context, answer]))}`,
    );
}
await solver.close();
