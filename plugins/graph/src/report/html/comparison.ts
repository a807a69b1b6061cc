import { html, type Html, prose, say, table } from '@ostiary/report';
import type { GraphReport, ReportedVerdict } from '../input.js';
import { changeOf, fixedTexts, STANDING_NAMES, type Standing } from '../show/changes.js';
import type { GraphIndex } from '../show/graph-index.js';
import { edgeText, titleOf } from '../show/sentences.js';
import { TEXTS } from '../text/words.js';

/** Rows that a page shows. */
const ROWS = 300;

const ORDER: readonly Standing[] = ['added', 'moved', 'unchanged'];

/** What became of the verdicts of the version before, each leading to its card; null where nothing is compared. */
export function comparisonCard(
  report: GraphReport,
  placed: readonly { readonly verdict: ReportedVerdict; readonly id: string }[],
  index: GraphIndex,
): Html | null {
  const { comparison, language, rules, verdicts } = report;
  if (!comparison) return null;
  const cards = new Map(placed.map(({ verdict, id }) => [verdict.fingerprint, id]));
  const changed = verdicts.flatMap((verdict) => {
    const change = changeOf(verdict, report);
    return change === null ? [] : [{ verdict, ...change }];
  });
  const rows = ORDER.flatMap((standing) =>
    changed
      .filter((one) => one.standing === standing)
      .map(({ verdict, edge }) => {
        const title = prose(titleOf(verdict, rules, language));
        const card = cards.get(verdict.fingerprint);
        return [
          html`<strong>${say(STANDING_NAMES[standing], language)}</strong>`,
          card === undefined ? title : html`<a href="${`#${card}`}">${title}</a>`,
          edge === null ? '–' : prose(edgeText(edge, index)),
        ];
      }),
  );
  const fixed = fixedTexts(report).map((title) => [
    html`<strong>${say(TEXTS.changeFixed, language)}</strong>`,
    prose(title),
    '–',
  ]);
  const all = [...rows, ...fixed];
  const label = say(TEXTS.comparison, language);
  const columns = [TEXTS.change, TEXTS.rule, TEXTS.causedBy].map((words) => ({ title: say(words, language) }));
  return html`<article class="card" id="comparison" aria-labelledby="comparison-title">
    <div class="part stack">
      <div>
        <h2 id="comparison-title">${label}</h2>
        <p class="muted">${say(TEXTS.comparisonNote, language)}</p>
      </div>
      ${all.length === 0 ? html`<p>${say(TEXTS.none, language)}</p>` : table({ label, columns, rows: all.slice(0, ROWS) })}
      ${
        all.length > ROWS
          ? html`<p class="muted">${say(TEXTS.moreVerdicts, language, { n: all.length - ROWS })}</p>`
          : null
      }
    </div>
  </article>`;
}
