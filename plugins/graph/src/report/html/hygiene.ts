import { count, folded, html, type Html, prose, say, severityBadge, table } from '@ostiary/report';
import type { GraphReport, ReportedHygiene } from '../input.js';
import type { GraphIndex } from '../show/graph-index.js';
import { hygieneComparedText, placesText } from '../show/hygiene.js';
import { adviceOf, detailOf, titleOf } from '../show/sentences.js';
import { TEXTS } from '../text/words.js';

/** Rows that a page shows. */
const ROWS = 300;

/** What hygiene found. */
export function hygieneCard(found: readonly ReportedHygiene[], report: GraphReport, index: GraphIndex): Html {
  const { rules, language } = report;
  const title = say(TEXTS.hygiene, language);
  const rows = found.slice(0, ROWS).map((each) => [
    severityBadge(each.severity, language),
    html`<strong>${prose(titleOf(each, rules, language))}</strong>
      <div class="muted small">${prose(detailOf(each, rules, language))}</div>
      <div class="small">${prose(adviceOf(each, rules, language))}</div>
      ${
        each.places.length === 0
          ? null
          : html`<div class="small">
              <span class="muted">${say(TEXTS.where, language)}:</span> ${prose(placesText(each, index))}
            </div>`
      }`,
  ]);
  // Places are no column: on a narrow page it would part their names.
  const columns = [TEXTS.severity, TEXTS.what].map((words) => ({ title: say(words, language) }));
  const compared = hygieneComparedText(report);
  const left = found.length - ROWS;
  return folded({
    id: 'hygiene',
    title: html`${title} <span class="muted">${count(found.length, language)}</span>`,
    note: say(TEXTS.hygieneNote, language),
    body: html`<div class="stack">
      ${compared === null ? null : html`<p>${compared}</p>`} ${table({ label: title, columns, rows })}
      ${left > 0 ? html`<p class="muted">${say(TEXTS.moreVerdicts, language, { n: count(left, language) })}</p>` : null}
    </div>`,
    open: true,
  });
}
