import { count, document, folded, html, type Html, prose, say, table, value } from '@ostiary/report';
import { VERDICTS, type Verdict } from '../../judge/index.js';
import type { RowResult } from '../../audit/index.js';
import type { ForestReport } from '../input.js';
import { outcomeText, summaryText, titleOf, unexpectedText } from '../show/row.js';
import { TEXTS } from '../text/words.js';
import { modelFacts } from './model.js';
import { rowCard, severityTag, verdictBadge } from './card.js';
import { SEVERITIES } from '../../table/index.js';

/** Rows with a card of their own, and rows in the list of all. */
const [CARDS, LISTED] = [100, 1_000];

interface Placed {
  readonly row: RowResult;
  readonly at: number;
  readonly id: string;
}

/** The report of an audit as one self-contained HTML file that reads without a script. */
export function reportHtml(report: ForestReport): string {
  const { language, name } = report;
  const placed = cardsOf(report);
  const main = html`<div class="main">
    ${placed.map(({ row, at, id }) => rowCard(row, at, id, report))} ${listCard(report, placed)}
    ${unexpectedCard(report)} ${modelCard(report)}
    <p class="muted small">${say(TEXTS.made, language, { version: report.version })}</p>
  </div>`;
  return document({
    language,
    title: say(TEXTS.title, language, { name }),
    kind: say(TEXTS.kind, language),
    body: html`${head(report)}${
      placed.length === 0
        ? html`<div class="alone">${main}</div>`
        : html`<div class="beside">${contents(placed, report)}${main}</div>`
    }`,
  });
}

/** What a reader looks at first: what is violated, then what is not settled, each by severity; then what has numbers to show. */
function cardsOf({ rows, groups }: ForestReport): Placed[] {
  const rank = ({ verdict, severity }: RowResult): number =>
    VERDICTS.indexOf(verdict) * 10 + SEVERITIES.indexOf(severity);
  return rows
    .map((row, at) => ({ row, at }))
    .filter(({ row, at }) => row.verdict !== 'proved' || groups.has(at) || hasNumbers(row))
    .toSorted((a, b) => rank(a.row) - rank(b.row) || a.at - b.at)
    .slice(0, CARDS)
    .map((each, at) => ({ ...each, id: `r-${at + 1}` }));
}

const hasNumbers = ({ shown, distances }: RowResult): boolean =>
  shown !== null && (shown.bounds !== null || distances.length > 0);

function head(report: ForestReport): Html {
  const { language, name, rows, counts, model, records, unexpected } = report;
  const n = (number: number): string => count(number, language);
  const facts = [
    say(TEXTS.rows, language, { n: n(rows.length) }),
    ...(records > 0 ? [say(TEXTS.records, language, { n: n(records) })] : []),
    say(TEXTS.trees, language, { n: n(model.trees) }),
    ...unexpectedText(unexpected, language),
  ];
  const settled = counts.violated === 0 && counts.proved === rows.length;
  const kind = counts.internal_error + counts.violated > 0 ? 'bad' : settled ? 'good' : 'open';
  const pills = VERDICTS.filter((verdict) => counts[verdict] > 0).map(
    (verdict: Verdict) => html`<span class="pill">${verdictBadge(verdict, language)} ${n(counts[verdict])}</span>`,
  );
  return html`<div class="head">
    <h1>${say(TEXTS.title, language, { name })}</h1>
    <div class="row"><span class="verdict-${kind}">${summaryText(rows, language)}</span> ${pills}</div>
    <p class="muted">${facts.join(' · ')}</p>
  </div>`;
}

function contents(placed: readonly Placed[], { language }: ForestReport): Html {
  const title = say(TEXTS.contents, language);
  return html`<nav class="card contents" aria-label="${title}" tabindex="0">
    <h2>${title} <small>${placed.length}</small></h2>
    <ol>
      ${placed.map(
        ({ row, id }) =>
          html`<li>
            <a href="${`#${id}`}">
              <strong>${prose(titleOf(row, language))}</strong>
              <span class="row"
                >${verdictBadge(row.verdict, language)} ${severityTag(row, language)} <code>${row.id}</code></span
              >
            </a>
          </li>`,
      )}
    </ol>
  </nav>`;
}

function listCard(report: ForestReport, placed: readonly Placed[]): Html {
  const { rows, language } = report;
  const title = say(TEXTS.others, language);
  const ids = new Map(placed.map(({ at, id }) => [at, id]));
  const body = rows.slice(0, LISTED).map((row, at) => {
    const id = ids.get(at);
    const own = html`<code>${row.id}</code>`;
    return [
      id === undefined ? own : html`<a href="${`#${id}`}">${own}</a>`,
      verdictBadge(row.verdict, language),
      severityTag(row, language),
      prose(titleOf(row, language)),
      prose(outcomeText(row, language, 3)),
    ];
  });
  const columns = [TEXTS.id, TEXTS.verdict, TEXTS.severity, TEXTS.property, TEXTS.what].map((words) => ({
    title: say(words, language),
  }));
  const left = rows.length - LISTED;
  return folded({
    id: 'rows',
    title: html`${title} <span class="muted">${count(rows.length, language)}</span>`,
    note: say(TEXTS.listed, language),
    body: html`${table({ label: title, columns, rows: body })}${left > 0 ? html`<p class="muted">${say(TEXTS.more, language, { n: count(left, language) })}</p>` : null}`,
    open: placed.length === 0,
  });
}

function unexpectedCard({ unexpected, language }: ForestReport): Html | null {
  const { records } = unexpected;
  if (records.length === 0) return null;
  const title = say(TEXTS.unexpectedList, language);
  const left = records.length - LISTED;
  const columns = [TEXTS.before, TEXTS.label, TEXTS.expectedLabel].map((words) => ({ title: say(words, language) }));
  const body = records
    .slice(0, LISTED)
    .map((own) => [own.record, own.label, own.expected_label].map((text) => value(String(text))));
  return folded({
    id: 'unexpected',
    title: html`${title} <span class="muted">${count(records.length, language)}</span>`,
    note: say(TEXTS.unexpectedNote, language),
    body: html`${table({ label: title, columns, rows: body })}${left > 0 ? html`<p class="muted">${say(TEXTS.moreRecords, language, { n: count(left, language) })}</p>` : null}`,
    open: false,
  });
}

function modelCard({ model, compare, runtime, language }: ForestReport): Html {
  return folded({
    id: 'model',
    title: say(TEXTS.model, language),
    note: say(TEXTS.trees, language, { n: count(model.trees, language) }),
    body: html`<div class="stack">
      ${modelFacts(model, runtime, language)}
      ${
        compare === null
          ? null
          : html`<h3>${say(TEXTS.compare, language)}</h3>
              ${modelFacts(compare, runtime, language)}`
      }
    </div>`,
    open: false,
  });
}
