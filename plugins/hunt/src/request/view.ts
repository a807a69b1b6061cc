import type { Language, Words } from '@ostiary/guard';
import { actionOf, contextInputOf } from '@ostiary/guard';
import type { z } from 'zod';
import type { Bound, Evidence, Finding, HuntReport, Step } from '../search/index.js';
import type { FoundFinding, HuntOutput, ToldFinding } from './result.js';

/** What is told of a finding while the hunt still goes on. */
export function foundView(
  { class: id, severity, rules, tool, title, fingerprint }: Finding,
  language: Language,
): z.output<typeof FoundFinding> {
  return { class: id, severity, rules: [...rules], tool, title: title[language], fingerprint };
}

/** A finding as JSON, its texts in one language. */
export function findingView(finding: Finding, structure: string, language: Language): ToldFinding {
  const { subkind, attribute, detail, evidenceHash, witness, evidence, repair } = finding;
  const stepOf = (step: Step): StepView => stepView(step, language);
  return {
    ...foundView(finding, language),
    subkind,
    attribute,
    detail: detail[language],
    structure,
    evidence_hash: evidenceHash,
    witness: witness && { kind: witness.kind, steps: witness.steps.map(stepOf) },
    evidence: evidenceView(evidence, stepOf, language),
    repair: repair && { title: repair.title[language], text: repair.text },
  };
}

/** What a report says beside its findings, as JSON. */
export function checksView({ checks, coverage }: HuntReport): Pick<HuntOutput, 'checks' | 'coverage'> {
  return {
    checks: checks.map(({ bound, ...check }) => ({ ...check, bound: bound && boundView(bound) })),
    coverage: { ...coverage, tools: [...coverage.tools] },
  };
}

type StepView = NonNullable<ToldFinding['witness']>['steps'][number];

function stepView({ call, context, answer, slug, deciding, label }: Step, language: Language): StepView {
  return {
    action: actionOf(call),
    context: contextInputOf(context),
    answer,
    slug,
    deciding: [...deciding],
    label: textOf(label, language),
  };
}

function evidenceView(
  { rules, core, bound, assumptions, benign, expected, region }: Evidence,
  stepOf: (step: Step) => StepView,
  language: Language,
): ToldFinding['evidence'] {
  return {
    rules: rules.map(({ rule, line, column, endLine, endColumn }) => ({
      rule,
      line,
      column,
      end_line: endLine,
      end_column: endColumn,
    })),
    core: [...core],
    bound: boundView(bound),
    assumptions: [...assumptions],
    benign: benign && stepOf(benign),
    expected: textOf(expected, language),
    region: region && {
      x: { ...region.x, values: [...region.x.values] },
      y: { ...region.y, values: [...region.y.values] },
      answers: region.answers.map((row) => [...row]),
      marks: [...region.marks],
    },
  };
}

function boundView(bound: Bound): { kind: Bound['kind']; k: number | null } {
  return { kind: bound.kind, k: bound.kind === 'bounded' ? bound.k : null };
}

const textOf = (words: Words | null, language: Language): string | null => words && words[language];
