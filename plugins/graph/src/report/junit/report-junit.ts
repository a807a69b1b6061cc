import { type Language, percent, plain, say } from '@ostiary/report';
import { junit, type JunitCase, type JunitOutcome } from '@ostiary/report/junit';
import type { GraphReport, ReportedHygiene, ReportedVerdict } from '../input.js';
import { toDoText } from '../show/advice.js';
import { changeOf, changeText } from '../show/changes.js';
import { GraphIndex } from '../show/graph-index.js';
import { placesText } from '../show/hygiene.js';
import { adviceOf, classOf, deciderText, detailOf, ruleOf, stepLine, titleOf } from '../show/sentences.js';
import { lackingText, neverSeenText, traceFigures } from '../show/traces.js';
import { TRACE_TEXTS } from '../text/traces.js';
import { TEXTS } from '../text/words.js';
import type { TraceCoverage } from '../../traces/index.js';

/**
 * The report of a verification as JUnit XML: a test case for each verdict. A broken rule is a failure, unless it is a note; an unsettled one is an error, so
 * that it never passes; one that says nothing is skipped. Hygiene has cases that pass, with a note. Without a verdict there is one case, an error: nothing was verified.
 */
export function reportJunit(report: GraphReport): string {
  const { name, path, version, language, coverage, verdicts } = report;
  const index = new GraphIndex(report.graph, report.places);
  const share = coverage.tools === 0 ? 1 : coverage.tools_classified / coverage.tools;
  return junit({
    title: say(TEXTS.kind, language),
    name,
    path,
    version,
    properties: {
      graph_digest: report.digest,
      tools_classified: percent(share, language),
      ...(report.comparison && {
        new: String(report.comparison.added.length),
        moved: String(report.comparison.moved.length),
        unchanged: String(report.comparison.unchanged.length),
        fixed: String(report.comparison.fixed.length),
      }),
    },
    cases: [
      ...(verdicts.length === 0 ? [nothing(report)] : verdicts.map((verdict) => caseOf(verdict, report, index))),
      ...(report.hygiene ?? []).map((found) => hygieneCase(found, report, index)),
      ...(report.traces === undefined ? [] : [traceCase(report.traces, language)]),
    ],
  });
}

function nothing({ name, language }: GraphReport): JunitCase {
  const error = { type: 'empty', message: say(TEXTS.empty, language), text: '' };
  return { name, family: 'graph', failures: [], errors: [error], notes: [], skipped: null };
}

/** Recorded runs are one case: an error for each thing that the graph has not, and as its output how much was seen. */
function traceCase(traces: TraceCoverage, language: Language): JunitCase {
  const never = neverSeenText(traces);
  const lacking = traces.lacking.map((each): JunitOutcome => {
    const text = plain(lackingText(each, language));
    return { type: each.code, message: text, text };
  });
  return {
    name: say(TRACE_TEXTS.title, language),
    family: 'graph.traces',
    failures: [],
    errors: lacking,
    notes: [
      ...traceFigures(traces, language).map(([label, figure]) => `${label}: ${figure}`),
      ...(never === null ? [] : [plain(`${say(TRACE_TEXTS.never, language)}: ${never}`)]),
    ],
    skipped: null,
  };
}

function caseOf(verdict: ReportedVerdict, report: GraphReport, index: GraphIndex): JunitCase {
  const { language, rules } = report;
  const { property, rule_id: id, target, severity } = verdict;
  const outcome: JunitOutcome = {
    type: verdict.verdict === 'broken' ? severity : 'possible',
    message: plain(titleOf(verdict, rules, language)),
    text: textOf(verdict, report, index),
  };
  const fails = verdict.verdict === 'broken' && severity !== 'info';
  return {
    name: plain(`${classOf(verdict, ruleOf(verdict, rules))} ${id}: ${target}`),
    family: `graph.${property}`,
    failures: fails ? [outcome] : [],
    errors: verdict.verdict === 'possible' ? [outcome] : [],
    notes: verdict.verdict === 'broken' && !fails ? [outcome.text] : [],
    skipped: verdict.verdict === 'vacuous' ? outcome.message : null,
  };
}

/** What hygiene found breaks no rule, so that it is a note of a case that passes; what is not decided is skipped. */
function hygieneCase(found: ReportedHygiene, { language, rules }: GraphReport, index: GraphIndex): JunitCase {
  const title = plain(titleOf(found, rules, language));
  const text = [
    title,
    detailOf(found, rules, language),
    ...(found.places.length === 0 ? [] : [`${say(TEXTS.where, language)}: ${placesText(found, index)}`]),
    `${say(TEXTS.toDo, language)}: ${adviceOf(found, rules, language)}`,
    found.fingerprint,
  ]
    .map(plain)
    .join('\n');
  return {
    name: plain(`P6 ${found.kind}: ${found.target}`),
    family: 'graph.P6',
    failures: [],
    errors: [],
    notes: found.verdict === 'broken' ? [text] : [],
    skipped: found.verdict === 'broken' ? null : title,
  };
}

function textOf(verdict: ReportedVerdict, report: GraphReport, index: GraphIndex): string {
  const { language, rules, path: file } = report;
  const change = changeOf(verdict, report);
  const { path = [], deciders = [], fingerprint } = verdict;
  const place = index.placeOf(path.at(-1)?.node ?? '');
  return [
    titleOf(verdict, rules, language),
    detailOf(verdict, rules, language),
    ...(change === null ? [] : [`${say(TEXTS.comparison, language)}: ${changeText(change, index, language)}`]),
    ...path.map((step, at) => `${at + 1}. ${stepLine(step, index, language)}`),
    ...deciders.map((decider) => deciderText(decider, index, language)),
    `${say(TEXTS.toDo, language)}: ${toDoText(verdict, rules, index, language)}`,
    ...(place?.line === undefined ? [] : [`${file}:${place.line}:${place.column ?? 1}`]),
    fingerprint,
  ]
    .map(plain)
    .join('\n');
}
