/**
 * Hunts policies of others that lie in a folder: `node bench/hunt-files.mjs FOLDER`. Files of Cedar (with the schema beside them), of the Agent
 * Governance Toolkit and of Intercept are translated and hunted; what is not read is counted by reason. `BENCH_SHOW=1` prints every
 * finding of medium severity and above. Without a folder nothing is done.
 */
import { preparePolicy } from '@ostiary/guard';
import { importPolicy } from '@ostiary/hunt/import';
import { runHunt } from '@ostiary/hunt/search';
import { openZ3 } from '@ostiary/smt';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isGrave } from './lib/hunt-judge.mjs';
import { table } from './lib/timing.mjs';

const [folder] = process.argv.slice(2);
const say = (text) => process.stdout.write(`${text}\n`);
if (!folder) {
  say('no folder was named');
  process.exit(0);
}

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted();

/** The language of a file, and what is read beside it; null: no policy by its looks. */
function sourceOf(file) {
  const text = () => readFileSync(file, 'utf8');
  if (file.endsWith('.cedar')) {
    const schemas = files.filter((each) => dirname(each) === dirname(file) && each.includes('.cedarschema'));
    return { format: 'cedar', text: text(), ...(schemas.length === 1 && { schema: readFileSync(schemas[0], 'utf8') }) };
  }
  if (!/\.ya?ml$/.test(file)) return null;
  const written = text();
  if (/^apiVersion:\s*governance\.toolkit/m.test(written) || /^default_action:/m.test(written))
    return { format: 'agt', text: written };
  return /^tools:/m.test(written) && /^version:/m.test(written) ? { format: 'intercept', text: written } : null;
}

const prepared = (text) => {
  const result = preparePolicy({ text });
  return result.ok ? result.policy : null;
};

const solver = await openZ3();
const formats = new Map();
const classes = new Map();
for (const file of files) {
  const source = sourceOf(file);
  if (!source) continue;
  const seen = formats.get(source.format) ?? {
    files: 0,
    hunted: 0,
    rules: 0,
    omitted: 0,
    findings: 0,
    grave: 0,
    open: 0,
  };
  formats.set(source.format, seen);
  seen.files += 1;
  const name = relative(folder, file);
  const result = await importPolicy(source.format, { ...source, declares: true });
  const policy = result.ok ? prepared(result.imported.text) : null;
  if (!policy) {
    const [fault] = result.ok ? [] : result.faults;
    say(
      `not hunted: ${name}: ${fault ? `${fault.slug}, line ${String(fault.line)}: ${fault.detail.en}` : 'its translation has errors'}`,
    );
    continue;
  }
  const readings = Object.entries(result.imported.readings).map(([reading, text]) => [reading, prepared(text)]);
  const { findings } = await runHunt(policy, solver, { readings: Object.fromEntries(readings), repairs: null });
  seen.hunted += 1;
  seen.rules += policy.core.rules.length;
  seen.omitted += result.imported.notImported.length;
  seen.findings += findings.length;
  seen.grave += findings.filter(isGrave).length;
  seen.open += findings.filter(({ class: id }) => id === 'X01').length;
  for (const finding of findings) {
    const key = `${source.format} ${finding.class}`;
    classes.set(key, [...(classes.get(key) ?? []), finding]);
    if (process.env.BENCH_SHOW === '1' && isGrave(finding))
      say(
        `${name}: ${finding.severity} ${finding.class} [${finding.rules.join(' ')}] ${finding.title.en}\n  ${JSON.stringify(finding.witness?.steps.map(({ call, context, answer }) => [call, context, answer]) ?? null)}`,
      );
  }
}
const text = (counts) => Object.values(counts).map(String);
say(
  table([
    ['format', 'files', 'hunted', 'rules', 'constructs not translated', 'findings', 'medium and above', 'undecided'],
    ...[...formats].map(([format, counts]) => [format, ...text(counts)]),
  ]),
);
say(
  `\n${table([
    ['class', 'findings', 'medium and above'],
    ...[...classes]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, found]) => [key, String(found.length), String(found.filter(isGrave).length)]),
  ])}`,
);
await solver.close();
