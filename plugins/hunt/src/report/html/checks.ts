import { count, folded, html, type Html, say, table } from '@ostiary/report';
import type { ReportInput } from '../input.js';
import { checkText } from '../show/sentences.js';
import { CLASS_TEXTS } from '../text/class-texts.js';
import { TEXTS } from '../text/words.js';

/** What was asked of every class, what was found, and how the rest was ruled out. `open`: unfolded from the start. */
export function checksCard({ report: { checks }, language }: ReportInput, open: boolean): Html {
  const title = say(TEXTS.checks, language);
  const rows = checks.map((check) => {
    const { class: id, asked, found, undecided } = check;
    const how = checkText(check, language);
    return [
      html`<code>${id}</code> ${say(CLASS_TEXTS[id].name, language)}`,
      count(asked, language),
      found === 0 ? '0' : html`<strong>${count(found, language)}</strong>`,
      undecided === 0 ? '0' : html`<strong>${count(undecided, language)}</strong>`,
      how ?? html`<span class="muted">${say(TEXTS.nothingAsked, language)}</span>`,
    ];
  });
  const columns = [
    { title: say(TEXTS.class, language) },
    { title: say(TEXTS.questions, language), numeric: true },
    { title: say(TEXTS.foundColumn, language), numeric: true },
    { title: say(TEXTS.undecidedColumn, language), numeric: true },
    { title: say(TEXTS.how, language) },
  ];
  const note = say(TEXTS.checksNote, language);
  return folded({ id: 'checks', title, note, body: table({ label: title, columns, rows }), open });
}
