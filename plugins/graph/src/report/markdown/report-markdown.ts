import { count, type Language, say, severityName } from '@ostiary/report';
import { block, code, sentence, table, text } from '@ostiary/report/markdown';
import type { TraceCoverage } from '../../traces/index.js';
import type { GraphReport, ReportedVerdict } from '../input.js';
import { verdictMermaid } from '../mermaid/report-mermaid.js';
import { toDoText } from '../show/advice.js';
import { changeOf, changeText, comparedText, fixedTexts } from '../show/changes.js';
import { GraphIndex } from '../show/graph-index.js';
import { hygieneComparedText, placesText } from '../show/hygiene.js';
import { short } from '../show/names.js';
import {
  assumptionText,
  classOf,
  deciderText,
  detailOf,
  ruleOf,
  several,
  stepText,
  titleOf,
} from '../show/sentences.js';
import { outcomeText, sizeOf, summaryOf } from '../show/summary.js';
import { lackingText, traceFigures } from '../show/traces.js';
import { TRACE_TEXTS } from '../text/traces.js';
import { TEXTS, VERDICT_NAMES } from '../text/words.js';

/** Verdicts told in full, of which some have a picture; verdicts in a line; steps of a path. */
const [FULL, PICTURES, SHORT, STEPS] = [30, 5, 300, 60];
/** Code points of a name in a table. */
const LONGEST = 200;

/** The report of a verification as Markdown (GitHub Flavored), with paths as Mermaid pictures, for summaries of CI and reviews. */
export function reportMarkdown(report: GraphReport): string {
  const { name, language, version, assumptions } = report;
  const index = new GraphIndex(report.graph, report.places);
  const summary = summaryOf(report);
  const { broken, possible, vacuous, proved, counts } = summary;
  const told = [...broken, ...possible];
  const full = told.slice(0, FULL);
  const rest = [...told.slice(FULL), ...vacuous, ...proved];
  const left = rest.length - SHORT;
  const { nodes, edges } = sizeOf(report);
  const parts = [
    `# ${text(say(TEXTS.title, language, { name: short(name, LONGEST) }))}`,
    `**${text(outcomeText(summary, language))}**${counts.map(({ severity, count: n }) => ` · ${text(severityName(severity, language))} ${n}`).join('')}`,
    text(
      [
        several(report.verdicts.length, TEXTS.checked, language),
        several(nodes, TEXTS.nodes, language),
        several(edges, TEXTS.edges, language),
      ].join(' · '),
    ),
    ...comparisonMarkdown(report),
    ...full.map((verdict, at) => verdictMarkdown(verdict, at < PICTURES, report, index)),
    ...(rest.length === 0 ? [] : [`## ${text(say(TEXTS.verdicts, language))}`, shortOf(rest.slice(0, SHORT), report)]),
    ...(left > 0 ? [text(say(TEXTS.moreVerdicts, language, { n: count(left, language) }))] : []),
    ...hygieneMarkdown(report, index),
    ...(report.traces === undefined ? [] : tracesMarkdown(report.traces, language)),
    ...(assumptions.length === 0
      ? []
      : [
          `## ${text(say(TEXTS.assumptions, language))}`,
          text(say(TEXTS.assumptionsNote, language)),
          table(
            [TEXTS.code, TEXTS.what, TEXTS.where].map((words) => text(say(words, language))),
            assumptions
              .slice(0, SHORT)
              .map((assumption) => [
                code(short(assumption.code, LONGEST), true),
                sentence(assumptionText(assumption, language), true),
                code(short(assumption.place.pointer, LONGEST), true),
              ]),
          ),
        ]),
    text(say(TEXTS.made, language, { version })),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What became of the verdicts of the version before. */
function comparisonMarkdown(report: GraphReport): readonly string[] {
  const { language } = report;
  const numbers = comparedText(report);
  if (numbers === null) return [];
  const fixed = fixedTexts(report);
  const word = text(say(TEXTS.changeFixed, language));
  return [
    `**${text(numbers)}**`,
    ...(fixed.length === 0
      ? []
      : [
          fixed
            .slice(0, SHORT)
            .map((title) => `* ${word} · ${sentence(title)}`)
            .join('\n'),
        ]),
  ];
}

/** What hygiene found, a line each. */
function hygieneMarkdown(report: GraphReport, index: GraphIndex): readonly string[] {
  const { hygiene, rules, language } = report;
  const compared = hygieneComparedText(report);
  if ((hygiene ?? []).length === 0 && compared === null) return [];
  const found = hygiene ?? [];
  const left = found.length - SHORT;
  const lines = found.slice(0, SHORT).map((each) => {
    const places = each.places.length === 0 ? '' : `: ${placesText(each, index)}`;
    return `* ${text(severityName(each.severity, language))} · ${code(each.kind)} ${sentence(`${titleOf(each, rules, language)}${places}`)}`;
  });
  return [
    `## ${text(say(TEXTS.hygiene, language))}`,
    text(say(TEXTS.hygieneNote, language)),
    ...(compared === null ? [] : [text(compared)]),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(left > 0 ? [text(say(TEXTS.moreVerdicts, language, { n: count(left, language) }))] : []),
  ];
}

function tracesMarkdown(traces: TraceCoverage, language: Language): string[] {
  const lines = (items: readonly string[]): string =>
    [
      ...items.slice(0, SHORT),
      ...(items.length > SHORT ? [text(say(TRACE_TEXTS.more, language, { n: items.length - SHORT }))] : []),
    ]
      .map((item) => `* ${item}`)
      .join('\n');
  const never = [...traces.edges_never_seen, ...traces.nodes_never_seen];
  return [
    `## ${text(say(TRACE_TEXTS.title, language))}`,
    text(
      traceFigures(traces, language)
        .map(([label, figure]) => `${label}: ${figure}`)
        .join(' · '),
    ),
    ...(traces.lacking.length === 0
      ? []
      : [
          `**${text(say(TRACE_TEXTS.lacking, language))}**`,
          lines(traces.lacking.map((each) => sentence(lackingText(each, language)))),
        ]),
    ...(never.length === 0
      ? []
      : [`**${text(say(TRACE_TEXTS.never, language))}**`, lines(never.map((name) => code(short(name, LONGEST))))]),
  ];
}

function shortOf(verdicts: readonly ReportedVerdict[], { rules, language }: GraphReport): string {
  return verdicts
    .map((verdict) => {
      const word = text(say(VERDICT_NAMES[verdict.verdict], language));
      return `* ${word} · ${code(classOf(verdict, ruleOf(verdict, rules)))} ${sentence(titleOf(verdict, rules, language))}`;
    })
    .join('\n');
}

function verdictMarkdown(verdict: ReportedVerdict, pictured: boolean, report: GraphReport, index: GraphIndex): string {
  const { rules, language } = report;
  const { path = [], deciders = [], severity, cycle_from: cycle } = verdict;
  const change = changeOf(verdict, report);
  const steps = path.slice(0, STEPS).map((step, at) => {
    const { event, onward, why } = stepText(step, index, language);
    const lane = step.lane === undefined ? [] : [say(TEXTS.lane, language, { n: step.lane })];
    return `${at + 1}. ${sentence([...lane, event, ...(onward === null ? [] : [onward])].join(' · '))}${why === null ? '' : ` **${sentence(why)}**`}`;
  });
  return [
    `### ${sentence(titleOf(verdict, rules, language))}`,
    [
      `**${text(severityName(severity, language))}**`,
      text(say(VERDICT_NAMES[verdict.verdict], language)),
      code(classOf(verdict, ruleOf(verdict, rules))),
      code(short(verdict.rule_id, LONGEST)),
      ...(change === null ? [] : [`**${sentence(changeText(change, index, language))}**`]),
    ].join(' · '),
    sentence(detailOf(verdict, rules, language)),
    ...(pictured && path.length > 0 ? [block(verdictMermaid(report, verdict).trimEnd().split('\n'), 'mermaid')] : []),
    ...(steps.length === 0 ? [] : [steps.join('\n')]),
    ...(path.length > STEPS ? [text(say(TEXTS.moreSteps, language, { n: path.length - STEPS }))] : []),
    ...(cycle === undefined ? [] : [text(say(TEXTS.again, language, { n: cycle + 1 }))]),
    ...(deciders.length === 0
      ? []
      : [
          `**${text(say(TEXTS.deciders, language))}**`,
          deciders
            .slice(0, STEPS)
            .map((each) => `* ${sentence(deciderText(each, index, language))}`)
            .join('\n'),
        ]),
    `**${text(say(TEXTS.toDo, language))}**`,
    sentence(toDoText(verdict, rules, index, language)),
  ].join('\n\n');
}
