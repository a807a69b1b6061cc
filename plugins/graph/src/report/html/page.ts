import {
  type Content,
  count,
  document,
  html,
  type Html,
  prose,
  say,
  severityBadge,
  severityName,
} from '@ostiary/report';
import { SEVERITIES } from '../../model/index.js';
import type { GraphReport, ReportedVerdict } from '../input.js';
import { comparedText } from '../show/changes.js';
import { GraphIndex } from '../show/graph-index.js';
import { short } from '../show/names.js';
import { classOf, ruleOf, several, titleOf } from '../show/sentences.js';
import { outcomeText, sizeOf, type Summary, summaryOf } from '../show/summary.js';
import { TEXTS, VERDICT_NAMES } from '../text/words.js';
import { assumptionsCard, coverageCard, graphCard, provedCard, tracesCard, vacuousCard } from './cards.js';
import { comparisonCard } from './comparison.js';
import { hygieneCard } from './hygiene.js';
import { verdictCard } from './verdict.js';

/** Verdicts that are shown with their pictures. Beyond them a page is nothing to read; the JSON has all. */
const SHOWN = 100;
/** Code points of the graph's name in a title. */
const NAME = 120;

/** A verdict that has a card, and the id of that. */
export interface Placed {
  readonly verdict: ReportedVerdict;
  readonly id: string;
}

/** The report of a verification as one self-contained HTML file that reads without a script. */
export function reportHtml(report: GraphReport): string {
  const { language } = report;
  const index = new GraphIndex(report.graph, report.places);
  const summary = summaryOf(report);
  const { broken, possible, vacuous, proved } = summary;
  const placed = [...broken, ...possible]
    .slice(0, SHOWN)
    .map((verdict, at): Placed => ({ verdict, id: `v-${at + 1}` }));
  const left = broken.length + possible.length - placed.length;
  const card = ({ verdict, id }: Placed): Html => verdictCard(verdict, id, report, index);
  const groups = SEVERITIES.map((severity) => {
    const own = placed.filter(({ verdict }) => verdict.verdict === 'broken' && verdict.severity === severity);
    if (own.length === 0) return null;
    return html`<h2 id="s-${severity}">${severityName(severity, language)} <span class="muted">${own.length}</span></h2>
      ${own.map(card)}`;
  });
  const open = placed.filter(({ verdict }) => verdict.verdict === 'possible');
  const none = placed.length === 0;
  const main = html`<div class="main">
    ${comparisonCard(report, placed, index)} ${groups}
    ${
      open.length === 0
        ? null
        : html`<h2 id="possible">${say(VERDICT_NAMES.possible, language)} <span class="muted">${open.length}</span></h2>
            <p>${say(TEXTS.possibleNote, language)}</p>
            ${open.map(card)}`
    }
    ${left > 0 ? html`<p class="muted">${say(TEXTS.moreVerdicts, language, { n: count(left, language) })}</p>` : null}
    ${(report.hygiene ?? []).length === 0 ? null : hygieneCard(report.hygiene ?? [], report, index)}
    ${vacuous.length === 0 ? null : vacuousCard(vacuous, report)}
    ${proved.length === 0 ? null : provedCard(proved, report, index, none)} ${coverageCard(report)}
    ${report.traces === undefined ? null : tracesCard(report.traces, report, index)}
    ${report.assumptions.length === 0 ? null : assumptionsCard(report, index)} ${graphCard(report, index, none)}
    <p class="muted small">${say(TEXTS.made, language, { version: report.version })}</p>
  </div>`;
  return document({
    language,
    title: say(TEXTS.title, language, { name: short(report.name, NAME) }),
    kind: say(TEXTS.kind, language),
    body: html`${head(report, summary, placed)}${
      none ? html`<div class="alone">${main}</div>` : html`<div class="beside">${contents(placed, report)}${main}</div>`
    }`,
  });
}

/** What the verification comes to, in a few lines. */
function head(report: GraphReport, summary: Summary, placed: readonly Placed[]): Html {
  const { language, name, verdicts } = report;
  const { nodes, edges } = sizeOf(report);
  const compared = comparedText(report);
  const facts = [
    several(verdicts.length, TEXTS.checked, language),
    several(nodes, TEXTS.nodes, language),
    several(edges, TEXTS.edges, language),
  ];
  // What is beyond the verdicts that are shown has nothing to lead to.
  const pill = (there: boolean, id: string, content: Content): Html =>
    there ? html`<a class="pill" href="${`#${id}`}">${content}</a>` : html`<span class="pill">${content}</span>`;
  const grave = summary.counts.map(({ severity, count: n }) =>
    pill(
      placed.some(({ verdict }) => verdict.verdict === 'broken' && verdict.severity === severity),
      `s-${severity}`,
      [severityBadge(severity, language), ` ${n}`],
    ),
  );
  const others = (
    [
      ['possible', placed.some(({ verdict }) => verdict.verdict === 'possible')],
      ['vacuous', true],
      ['proved', true],
    ] as const
  ).map(([word, there]) =>
    summary[word].length === 0
      ? null
      : pill(there, word, `${say(VERDICT_NAMES[word], language)} ${count(summary[word].length, language)}`),
  );
  const found = report.hygiene?.length ?? 0;
  const hygiene =
    found === 0 ? null : pill(true, 'hygiene', `${say(TEXTS.hygiene, language)} ${count(found, language)}`);
  const kind = { broken: 'bad', open: 'open', empty: 'open', clean: 'good' }[summary.outcome];
  return html`<div class="head">
    <h1>${say(TEXTS.title, language, { name: short(name, NAME) })}</h1>
    <div class="row">
      <span class="verdict-${kind}">${outcomeText(summary, language)}</span> ${grave} ${others} ${hygiene}
    </div>
    <p class="muted">${facts.join(' · ')}</p>
    ${compared === null ? null : html`<p><a href="#comparison">${compared}</a></p>`}
  </div>`;
}

/** The verdicts in short, each leading to its card. */
function contents(placed: readonly Placed[], { rules, language }: GraphReport): Html {
  const title = say(TEXTS.verdicts, language);
  const items = placed.map(
    ({ verdict, id }) =>
      html`<li>
        <a href="${`#${id}`}">
          <strong>${prose(titleOf(verdict, rules, language))}</strong>
          <span class="row"
            >${severityBadge(verdict.severity, language)} <code>${classOf(verdict, ruleOf(verdict, rules))}</code></span
          >
        </a>
      </li>`,
  );
  return html`<nav class="card contents" aria-label="${title}" tabindex="0">
    <h2>${title} <small>${placed.length}</small></h2>
    <ol>
      ${items}
    </ol>
  </nav>`;
}
