import { type Language, say } from '@ostiary/report';
import type { PathStep } from '../../model/index.js';
import type { TraceCoverage } from '../../traces/index.js';
import type { GraphReport, ReportedHygiene, ReportedVerdict } from '../input.js';
import { toDoText } from '../show/advice.js';
import { GraphIndex } from '../show/graph-index.js';
import {
  adviceOf,
  assumptionText,
  deciderText,
  detailOf,
  roleText,
  ruleOf,
  stepText,
  subjectOf,
  titleOf,
} from '../show/sentences.js';
import { lackingText } from '../show/traces.js';
import { NO_FIX_TEXTS } from '../text/words.js';

/** A verification as the interface says it: names in snake case, texts in one language beside their codes. */
export function verificationJson(report: GraphReport) {
  const { graph, places, assumptions, coverage, digest, language, traces } = report;
  const index = new GraphIndex(graph, places);
  return {
    verdicts: report.verdicts.map((verdict) => verdictJson(verdict, report, index)),
    hygiene: report.hygiene?.map((found) => hygieneJson(found, report, index)) ?? null,
    assumptions: assumptions.map((assumption) => {
      const { code, place, nodes = [], edges = [], caps = false } = assumption;
      return { code, where: place, nodes, edges, caps, text: assumptionText(assumption, language) };
    }),
    coverage: {
      ...coverage,
      unclassified: coverage.unclassified.map(({ name, proposals }) => ({
        name,
        proposals: proposals.map(({ class: id, hint, value, stated, reason }) => ({
          class: id,
          hint,
          value,
          stated,
          reason: say(reason, language),
        })),
      })),
      roles: coverage.roles.map((proposed) => {
        const { role, tool, of, code, place } = proposed;
        return { role, tool, of, code, where: place, text: roleText(proposed, language) };
      }),
    },
    traces: traces === undefined ? null : tracesJson(traces, language),
    graph_digest: digest,
    comparison: report.comparison ?? null,
  };
}

function tracesJson({ lacking, ...figures }: TraceCoverage, language: Language) {
  return {
    ...figures,
    lacking: lacking.map(({ place, ...each }) => ({
      ...each,
      where: place,
      text: lackingText({ place, ...each }, language),
    })),
  };
}

/** The report of a verification as JSON text. */
export function reportJson(report: GraphReport): string {
  const { name, path, language, version } = report;
  const whole = { object: 'graph_report', version, language, graph: { name, path }, ...verificationJson(report) };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function hygieneJson(found: ReportedHygiene, { rules, language }: GraphReport, index: GraphIndex) {
  const { kind, target, verdict, severity, fingerprint, places, deciders = [], assumptions = [] } = found;
  return {
    code: kind,
    target: target === '' ? null : target,
    verdict,
    severity,
    fingerprint,
    title: titleOf(found, rules, language),
    detail: detailOf(found, rules, language),
    advice: adviceOf(found, rules, language),
    places: places.map((node) => ({ node, where: index.placeOf(node) })),
    deciders: deciders.map((decider) => ({
      code: decider.code,
      at: decider.at,
      text: deciderText(decider, index, language),
    })),
    assumptions,
  };
}

function verdictJson(verdict: ReportedVerdict, report: GraphReport, index: GraphIndex) {
  const { property, kind, rule_id, target, severity, fingerprint, path, cycle_from, model, deciders } = verdict;
  const { fix, no_fix: none } = verdict;
  const { rules, language } = report;
  return {
    property,
    subject: subjectOf(verdict, ruleOf(verdict, rules)),
    kind: kind ?? null,
    rule_id,
    target,
    verdict: verdict.verdict,
    severity,
    fingerprint,
    title: titleOf(verdict, rules, language),
    detail: detailOf(verdict, rules, language),
    advice: adviceOf(verdict, rules, language),
    path: path?.map((step, at) => stepJson(step, at, report, index)) ?? null,
    cycle_from: cycle_from === undefined ? null : cycle_from + 1,
    model: model?.map(({ variable, at_step, value }) => ({ variable, at_step: at_step + 1, value })) ?? null,
    deciders:
      deciders?.map((decider) => ({
        code: decider.code,
        at: decider.at,
        text: deciderText(decider, index, language),
      })) ?? null,
    guards_used: verdict.guards_used ?? [],
    assumptions: verdict.assumptions ?? [],
    certificate_id: verdict.certificate_id ?? null,
    without_assume: verdict.without_assume ?? null,
    fix: fix === undefined ? null : { ...fix, text: toDoText(verdict, rules, index, language) },
    no_fix: none === undefined ? null : { code: none, text: say(NO_FIX_TEXTS[none], language) },
  };
}

function stepJson(step: PathStep, at: number, { language }: GraphReport, index: GraphIndex) {
  const { node, edge, lane, events, guard, facts, why } = step;
  const text = stepText(step, index, language);
  return {
    step: at + 1,
    node,
    edge: edge ?? null,
    lane: lane ?? null,
    events,
    guard: guard ?? null,
    facts_after: facts,
    why: why === undefined ? null : { code: why.code, text: text.why },
    text: text.event,
  };
}
