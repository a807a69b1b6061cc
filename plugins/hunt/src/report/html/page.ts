import type { Language, Words } from '@ostiary/guard';
import {
  type Content,
  count,
  document,
  folded,
  html,
  type Html,
  percent,
  prose,
  say,
  severityBadge,
  severityName,
  source,
} from '@ostiary/report';
import { type Finding, SEVERITIES } from '../../search/index.js';
import type { ReportInput } from '../input.js';
import { byMistake } from '../show/alike.js';
import { colours, linesOf } from '../show/policy-text.js';
import { isUndecided, mistakeOf, type Summary, summaryOf, verdictText } from '../show/summary.js';
import { TEXTS } from '../text/words.js';
import { checksCard } from './checks.js';
import { findingCard, LINE } from './finding.js';

/** Findings that are shown in full. Beyond them a page is nothing to read; the JSON has all. */
const SHOWN = 300;

interface Placed {
  readonly finding: Finding;
  readonly id: string;
  /** The same mistake of other tools. */
  readonly others: readonly Omit<Placed, 'others'>[];
}

/** The report of a hunt as one self-contained HTML file that reads without a script. */
export function reportHtml(input: ReportInput): string {
  const { report, policy, language } = input;
  const summary = summaryOf(report);
  const shown = [...summary.bugs, ...summary.undecided].slice(0, SHOWN);
  const each = shown.map((finding, at) => ({ finding, id: `f-${at + 1}` }));
  const placed = byMistake(each, ({ finding }) => mistakeOf(finding)).map(([first, ...others]): Placed => ({
    ...first,
    others,
  }));
  const bugs = placed.filter(({ finding }) => !isUndecided(finding));
  const open = placed.filter(({ finding }) => isUndecided(finding));
  const left = report.findings.length - shown.length;
  const tokens = colours(policy.text);
  const card = ({ finding, id, others }: Placed): Html => findingCard(finding, id, input, tokens, others);
  const groups = SEVERITIES.map((severity) => {
    const cards = bugs.filter(({ finding }) => finding.severity === severity);
    if (cards.length === 0) return null;
    return html`<h2 id="s-${severity}">
        ${severityName(severity, language)} <span class="muted">${findingsIn(cards)}</span>
      </h2>
      ${cards.map(card)}`;
  });
  const none = placed.length === 0;
  const whole = source(
    {
      text: policy.text,
      tokens,
      marked: linesOf(report.findings.flatMap(({ evidence }) => evidence.rules)),
      shown: null,
      anchor: LINE,
    },
    language,
  );
  const main = html`<div class="main">
    ${groups}
    ${
      open.length === 0
        ? null
        : html`<h2 id="undecided">${say(TEXTS.undecided, language)} <span class="muted">${findingsIn(open)}</span></h2>
            <p>${say(TEXTS.undecidedNote, language)}</p>
            ${open.map(card)}`
    }
    ${left === 0 ? null : html`<p class="muted">${say(TEXTS.leftOut, language, { n: count(left, language) })}</p>`}
    ${checksCard(input, none)}
    ${folded({
      id: 'policy',
      title: say(TEXTS.policy, language),
      note: html`<code>${policy.path}</code>${none ? null : html` · ${say(TEXTS.policyNote, language)}`}`,
      body: whole,
      open: none,
    })}
    <p class="muted small">${say(TEXTS.made, language, { version: input.version })}</p>
  </div>`;
  return document({
    language,
    title: say(TEXTS.title, language, { policy: policy.name }),
    kind: say(TEXTS.kind, language),
    body: html`${head(input, summary)}${
      placed.length === 0
        ? html`<div class="alone">${main}</div>`
        : html`<div class="beside">${contents(placed, input)}${main}</div>`
    }`,
  });
}

/** What the hunt comes to, in a few lines. */
function head({ report: { checks, coverage }, policy, language }: ReportInput, summary: Summary): Html {
  const { verdict, asked, counts, bugs, undecided } = summary;
  const classes = checks.filter((check) => check.asked > 0).length;
  const facts = [
    say(TEXTS.asked, language, { n: count(asked, language), classes }),
    say(TEXTS.decided, language, { percent: percent(coverage.decided, language) }),
    number(TEXTS.rules, coverage.rules, language),
    number(TEXTS.tools, coverage.tools.length, language),
  ];
  // What is beyond the findings that are shown has nothing to lead to.
  const pill = (at: number, id: string, content: Content): Html =>
    at < SHOWN ? html`<a class="pill" href="${`#${id}`}">${content}</a>` : html`<span class="pill">${content}</span>`;
  const badges = counts.map(({ severity, count: found }) =>
    pill(
      bugs.findIndex((bug) => bug.severity === severity),
      `s-${severity}`,
      [severityBadge(severity, language), ` ${found}`],
    ),
  );
  const open =
    undecided.length === 0
      ? null
      : pill(bugs.length, 'undecided', `${say(TEXTS.undecided, language)} ${undecided.length}`);
  const kind = { found: 'bad', open: 'open', clean: 'good' }[verdict];
  return html`<div class="head">
    <h1>${say(TEXTS.title, language, { policy: policy.name })}</h1>
    <div class="row"><span class="verdict-${kind}">${verdictText(summary, language)}</span> ${badges} ${open}</div>
    <p class="muted">${facts.join(' · ')}</p>
  </div>`;
}

function number(words: Readonly<Record<'one' | 'many', Words>>, n: number, language: Language): string {
  return say(n === 1 ? words.one : words.many, language, { n: count(n, language) });
}

const findingsIn = (placed: readonly Placed[]): number =>
  placed.reduce((sum, { others }) => sum + 1 + others.length, 0);

/** The findings in short, each leading to its card. */
function contents(placed: readonly Placed[], { language }: ReportInput): Html {
  const title = say(TEXTS.findings, language);
  const toolsOf = ({ finding: { tool }, others }: Placed): Content => {
    if (others.length > 0) return number(TEXTS.tools, 1 + others.length, language);
    return tool === null ? null : html`<code>${tool}</code>`;
  };
  const items = placed.map((each) => {
    const { finding, id: place } = each;
    const { title: words, severity, class: id } = finding;
    return html`<li>
      <a href="${`#${place}`}">
        <strong>${prose(say(words, language))}</strong>
        <span class="row">${severityBadge(severity, language)} ${toolsOf(each)} <code>${id}</code></span>
      </a>
    </li>`;
  });
  return html`<nav class="card contents" aria-label="${title}" tabindex="0">
    <h2>${title} <small>${findingsIn(placed)}</small></h2>
    <ol>
      ${items}
    </ol>
  </nav>`;
}
