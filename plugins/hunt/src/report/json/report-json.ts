import type { Language } from '@ostiary/guard';
import { say } from '@ostiary/report';
import type { Evidence, Finding, HuntReport, RulePlace, Step } from '../../search/index.js';
import type { ReportInput } from '../input.js';
import { requestOf } from '../show/request.js';

/** A hunt as the interface says it: names in snake case, texts in one language. Calls can be sent to mode guardrail as they stand. */
export function huntJson({ findings, checks, coverage }: HuntReport, language: Language) {
  return {
    findings: findings.map((finding) => findingJson(finding, language)),
    checks: checks.map(({ class: id, asked, found, bound, undecided, unconfirmed }) => ({
      class: id,
      asked,
      found,
      bound,
      undecided,
      not_rechecked: unconfirmed,
    })),
    coverage: { decided: coverage.decided, tools: coverage.tools, rules: coverage.rules },
  };
}

/** The report of a hunt as JSON text. */
export function reportJson({ report, policy: { name, path }, language, version }: ReportInput): string {
  const whole = { object: 'hunt_report', version, language, policy: { name, path }, ...huntJson(report, language) };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** A finding as the interface says it, and a step of its witness. */
export type FindingJson = ReturnType<typeof findingJson>;
export type StepJson = ReturnType<typeof stepJson>;

function findingJson(finding: Finding, language: Language) {
  const { class: id, subkind, severity, rules, tool, attribute, title, detail, fingerprint } = finding;
  const { evidenceHash, witness, evidence, repair } = finding;
  return {
    class: id,
    subkind,
    severity,
    rules,
    tool,
    attribute,
    title: say(title, language),
    detail: say(detail, language),
    fingerprint,
    evidence_hash: evidenceHash,
    witness: witness && { kind: witness.kind, steps: witness.steps.map((step) => stepJson(step, language)) },
    evidence: evidenceJson(evidence, language),
    repair: repair && { title: say(repair.title, language), text: repair.text },
  };
}

function evidenceJson(evidence: Evidence, language: Language) {
  const { rules, core, bound, assumptions, benign, expected, region } = evidence;
  return {
    rules: rules.map(placeJson),
    core,
    bound,
    assumptions,
    benign: benign && stepJson(benign, language),
    expected: expected && say(expected, language),
    region,
  };
}

function placeJson({ rule, line, column, endLine, endColumn }: RulePlace) {
  return { rule, line, column, end_line: endLine, end_column: endColumn };
}

function stepJson(step: Step, language: Language) {
  const { context, answer, slug, deciding, label } = step;
  return {
    ...requestOf(step),
    /** Whether a confirmation for exactly this call was there. */
    confirmed: context.confirmed === true,
    answer,
    slug,
    deciding,
    label: label && say(label, language),
  };
}
