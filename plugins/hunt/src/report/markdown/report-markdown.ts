import { count, percent, say, severityName } from '@ostiary/report';
import { code, sentence, table, text } from '@ostiary/report/markdown';
import type { Finding } from '../../search/index.js';
import type { ReportInput } from '../input.js';
import { checkText } from '../show/sentences.js';
import { mistakesIn, summaryOf, verdictText } from '../show/summary.js';
import { CLASS_TEXTS } from '../text/class-texts.js';
import { TEXTS } from '../text/words.js';
import { findingMarkdown } from './finding.js';

/** Findings that are told in full, and those that get a line: summaries of CI take a megabyte, and nobody reads as much. */
const [FULL, SHORT] = [50, 500];

/** The report of a hunt as Markdown (GitHub Flavored), for summaries of CI and reviews. */
export function reportMarkdown(input: ReportInput): string {
  const { report, policy, language, version } = input;
  const summary = summaryOf(report);
  const { bugs, undecided, asked, counts } = summary;
  const open = mistakesIn(undecided).slice(0, FULL);
  const full = mistakesIn(bugs).slice(0, FULL);
  const told = new Set([...full, ...open].flat());
  const short = bugs.filter((bug) => !told.has(bug)).slice(0, SHORT - FULL);
  const left = report.findings.length - told.size - short.length;
  const classes = report.checks.filter((check) => check.asked > 0).length;
  const parts = [
    `# ${text(say(TEXTS.title, language, { policy: policy.name }))}`,
    `**${text(verdictText(summary, language))}**${counts.map(({ severity, count: n }) => ` · ${text(severityName(severity, language))} ${n}`).join('')}`,
    text(
      [
        say(TEXTS.asked, language, { n: count(asked, language), classes }),
        say(TEXTS.decided, language, { percent: percent(report.coverage.decided, language) }),
      ].join(' · '),
    ),
    ...full.map((alike) => findingMarkdown(alike, input)),
    ...(short.length === 0
      ? []
      : [text(say(TEXTS.shortened, language, { n: count(short.length, language) })), shortOf(short, input)]),
    ...(open.length === 0
      ? []
      : [
          `## ${text(say(TEXTS.undecided, language))}`,
          text(say(TEXTS.undecidedNote, language)),
          ...open.map((alike) => findingMarkdown(alike, input)),
        ]),
    ...(left === 0 ? [] : [text(say(TEXTS.leftOut, language, { n: count(left, language) }))]),
    `## ${text(say(TEXTS.checks, language))}`,
    checks(input),
    text(say(TEXTS.made, language, { version })),
  ];
  return `${parts.join('\n\n')}\n`;
}

function shortOf(findings: readonly Finding[], { language }: ReportInput): string {
  return findings
    .map(
      ({ severity, class: id, title }) =>
        `* ${text(severityName(severity, language))} · ${code(id)} ${sentence(say(title, language))}`,
    )
    .join('\n');
}

/** What was asked; classes that have no question in this policy are left out. */
function checks({ report, language }: ReportInput): string {
  const rows = report.checks
    .filter(({ asked, found }) => asked + found > 0)
    .map((check) => [
      `${code(check.class)} ${text(say(CLASS_TEXTS[check.class].name, language))}`,
      count(check.asked, language),
      count(check.found, language),
      count(check.undecided, language),
      text(checkText(check, language) ?? ''),
    ]);
  const head = [TEXTS.class, TEXTS.questions, TEXTS.foundColumn, TEXTS.undecidedColumn, TEXTS.how];
  return table(
    head.map((words) => text(say(words, language))),
    rows,
  );
}
