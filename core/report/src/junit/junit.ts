import { visible } from '../text/visible.js';

/** One check, and what it came to. */
export interface JunitCase {
  readonly name: string;
  /** Of what kind of check it is: `hunt.G`. */
  readonly family: string;
  readonly failures: readonly JunitOutcome[];
  /** What was not decided: it never passes. */
  readonly errors: readonly JunitOutcome[];
  /** What is told and fails nothing. */
  readonly notes: readonly string[];
  /** Why nothing was asked; null where something was. */
  readonly skipped: string | null;
}

export interface JunitOutcome {
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

export interface JunitReport {
  readonly title: string;
  /** Of what was looked at. */
  readonly name: string;
  readonly path: string;
  readonly version: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly cases: readonly JunitCase[];
}

/** A report as JUnit XML, as Jenkins reads it (xunit-plugin, junit-10.xsd): a test case for each check. */
export function junit({ title, name, path, version, properties, cases }: JunitReport): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const broken = cases.filter(({ failures, errors }) => failures.length === 0 && errors.length > 0).length;
  const skipped = cases.filter((each) => each.skipped !== null).length;
  const counts = `tests="${cases.length}" failures="${failed}" errors="${broken}"`;
  const facts = Object.entries(properties).map(
    ([key, value]) => `      <property name="${attribute(key)}" value="${attribute(value)}"/>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${attribute(title)}" ${counts}>
  <testsuite name="${attribute(name)}" ${counts} skipped="${skipped}" file="${attribute(path)}" version="${attribute(version)}">
    <properties>
${facts.join('')}    </properties>
${cases.map(written).join('')}  </testsuite>
</testsuites>
`;
}

function written({ name, family, failures, errors, notes, skipped }: JunitCase): string {
  const inner = [
    ...(skipped === null ? [] : [`<skipped message="${attribute(skipped)}"/>`]),
    ...failures.map((failure) => outcome('failure', failure)),
    ...errors.map((error) => outcome('error', error)),
    ...(notes.length === 0 ? [] : [`<system-out>${content(notes.join('\n\n'))}</system-out>`]),
  ].map((element) => `      ${element}\n`);
  const open = `    <testcase classname="${attribute(family)}" name="${attribute(name)}"`;
  return inner.length === 0 ? `${open}/>\n` : `${open}>\n${inner.join('')}    </testcase>\n`;
}

function outcome(kind: 'failure' | 'error', { type, message, text }: JunitOutcome): string {
  const open = `<${kind} type="${attribute(type)}" message="${attribute(message)}"`;
  return text === '' ? `${open}/>` : `${open}>${content(text)}</${kind}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Text between tags. What XML cannot hold cannot be seen either, and is written by its name. */
function content(text: string): string {
  return visible(text).replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? '');
}

function attribute(text: string): string {
  return visible(text).replaceAll(/[&<>"\n\t]/g, (sign) => ENTITIES[sign] ?? '');
}
