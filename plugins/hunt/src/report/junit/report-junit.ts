import type { Language } from '@ostiary/guard';
import { count, percent, say, visible } from '@ostiary/report';
import { CLASS_IDS, type ClassCheck, type ClassId, type Finding } from '../../search/index.js';
import type { ReportInput } from '../input.js';
import { plain, stepInLine } from '../show/plain.js';
import { adviceOf, isUndecided } from '../show/summary.js';
import { CLASS_TEXTS } from '../text/class-texts.js';
import { TEXTS } from '../text/words.js';

/** One check, and what it came to. */
interface Case {
  readonly name: string;
  readonly family: string;
  readonly failures: readonly string[];
  readonly errors: readonly string[];
  /** What is told and fails nothing. */
  readonly notes: readonly string[];
  readonly skipped: string | null;
}

/**
 * The report of a hunt as JUnit XML, as Jenkins reads it (xunit-plugin, junit-10.xsd): a test case for each check. A finding is a failure,
 * a note is none; a question that was given up is an error, so that it never passes.
 */
export function reportJunit(input: ReportInput): string {
  const { report, policy, language, version } = input;
  const cases = CLASS_IDS.flatMap((id) => caseOf(id, input) ?? []);
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const broken = cases.filter(({ failures, errors }) => failures.length === 0 && errors.length > 0).length;
  const skipped = cases.filter((each) => each.skipped !== null).length;
  const counts = `tests="${cases.length}" failures="${failed}" errors="${broken}"`;
  const name = attribute(policy.name);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${attribute(say(TEXTS.kind, language))}" ${counts}>
  <testsuite name="${name}" ${counts} skipped="${skipped}" file="${attribute(policy.path)}" version="${attribute(version)}">
    <properties>
      <property name="coverage_decided" value="${attribute(percent(report.coverage.decided, language))}"/>
    </properties>
${cases.map(written).join('')}  </testsuite>
</testsuites>
`;
}

/** Null for a class that was neither asked nor found. */
function caseOf(id: ClassId, input: ReportInput): Case | null {
  const { report, language } = input;
  const check = report.checks.find((each) => each.class === id);
  const findings = report.findings.filter((each) => each.class === id);
  if (check === undefined && findings.length === 0) return null;
  const open = findings.filter(isUndecided);
  const notes = findings.filter(({ severity }) => severity === 'info');
  const failures = findings.filter((finding) => !isUndecided(finding) && finding.severity !== 'info');
  return {
    name: `${id} ${plain(say(CLASS_TEXTS[id].name, language))}`,
    family: `hunt.${id.charAt(0)}`,
    failures: failures.map((finding) => outcome('failure', finding, input)),
    errors: [...open.map((finding) => outcome('error', finding, input)), ...givenUp(check, language)],
    notes: notes.map((finding) => textOf(finding, input)),
    skipped: check?.asked === 0 && findings.length === 0 ? say(TEXTS.nothingAsked, language) : null,
  };
}

function givenUp(check: ClassCheck | undefined, language: Language): string[] {
  if (check === undefined || check.undecided === 0) return [];
  const text = say(TEXTS.givenUp, language, { n: count(check.undecided, language) });
  return [`<error type="undecided" message="${attribute(text)}"/>`];
}

function outcome(kind: 'failure' | 'error', finding: Finding, input: ReportInput): string {
  const title = attribute(plain(say(finding.title, input.language)));
  return `<${kind} type="${finding.severity}" message="${title}">${content(textOf(finding, input))}</${kind}>`;
}

function textOf(finding: Finding, { policy, language }: ReportInput): string {
  const { title, detail, witness, evidence, fingerprint } = finding;
  const places = evidence.rules.map(({ rule, line, column }) => `${policy.path}:${line}:${column} \`${rule}\``);
  const steps = (witness?.steps ?? []).map((step, at) => `${at + 1}. ${stepInLine(step, language)}`);
  return [
    say(title, language),
    say(detail, language),
    ...steps,
    ...(evidence.expected === null ? [] : [`${say(TEXTS.expected, language)}: ${say(evidence.expected, language)}`]),
    ...places,
    `${say(TEXTS.toDo, language)}: ${say(adviceOf(finding), language)}`,
    fingerprint,
  ]
    .map(plain)
    .join('\n');
}

function written({ name, family, failures, errors, notes, skipped }: Case): string {
  const inner = [
    ...(skipped === null ? [] : [`<skipped message="${attribute(skipped)}"/>`]),
    ...failures,
    ...errors,
    ...(notes.length === 0 ? [] : [`<system-out>${content(notes.join('\n\n'))}</system-out>`]),
  ].map((element) => `      ${element}\n`);
  const open = `    <testcase classname="${family}" name="${attribute(name)}"`;
  return inner.length === 0 ? `${open}/>\n` : `${open}>\n${inner.join('')}    </testcase>\n`;
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
