import type { Language } from '@ostiary/guard';
import { count, percent, plain, say } from '@ostiary/report';
import { junit, type JunitCase, type JunitOutcome } from '@ostiary/report/junit';
import { CLASS_IDS, type ClassCheck, type ClassId, type Finding } from '../../search/index.js';
import type { ReportInput } from '../input.js';
import { stepInLine } from '../show/plain.js';
import { adviceOf, isUndecided } from '../show/summary.js';
import { CLASS_TEXTS } from '../text/class-texts.js';
import { TEXTS } from '../text/words.js';

/** The report of a hunt as JUnit XML: a finding is a failure, a note is not; a question that was given up is an error, so that it never passes. */
export function reportJunit(input: ReportInput): string {
  const { report, policy, language, version } = input;
  return junit({
    title: say(TEXTS.kind, language),
    name: policy.name,
    path: policy.path,
    version,
    properties: { coverage_decided: percent(report.coverage.decided, language) },
    cases: CLASS_IDS.flatMap((id) => caseOf(id, input) ?? []),
  });
}

/** Null for a class that was neither asked nor found. */
function caseOf(id: ClassId, input: ReportInput): JunitCase | null {
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
    failures: failures.map((finding) => outcome(finding, input)),
    errors: [...open.map((finding) => outcome(finding, input)), ...givenUp(check, language)],
    notes: notes.map((finding) => textOf(finding, input)),
    skipped: check?.asked === 0 && findings.length === 0 ? say(TEXTS.nothingAsked, language) : null,
  };
}

function givenUp(check: ClassCheck | undefined, language: Language): JunitOutcome[] {
  if (check === undefined || check.undecided === 0) return [];
  const message = say(TEXTS.givenUp, language, { n: count(check.undecided, language) });
  return [{ type: 'undecided', message, text: '' }];
}

function outcome(finding: Finding, input: ReportInput): JunitOutcome {
  const message = plain(say(finding.title, input.language));
  return { type: finding.severity, message, text: textOf(finding, input) };
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
