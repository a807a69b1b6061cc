import { type Content, html } from '../html/html.js';
import { ICONS } from '../pieces/icons.js';
import { SHEET, SHEET_HASH } from '../style/sheet.js';
import { type Language, say } from '../text/words.js';

export interface DocumentParts {
  readonly language: Language;
  readonly title: string;
  /** Stands in the bar at the top, beside the name. */
  readonly kind: string;
  readonly body: Content;
}

/** What a report may do: show itself. Nothing is fetched, nothing runs, nothing is sent. See docs/adr/0149. */
const POLICY = `default-src 'none'; style-src '${SHEET_HASH}'; base-uri 'none'; form-action 'none'`;

const TEXTS = { skip: { en: 'To the report', pt: 'Para o relatório' } } as const;

/** One file that reads by itself: no script, no font, no image, no address that is fetched. The same parts give the same bytes. */
export function document({ language, title, kind, body }: DocumentParts): string {
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>${title}</title>`;
  const page = html`<a class="skip" href="#report">${say(TEXTS.skip, language)}</a>
    <header class="bar">${ICONS.brand}Ostiary <span>${kind}</span></header>
    <main class="page" id="report">${body}</main>`;
  // The style sheet is ours and goes in as it is: its digest is that of its bytes.
  return `<!doctype html>
<html lang="${language}">
<head>
${head.toString()}
<style>${SHEET}</style>
</head>
<body>
${page.toString()}
</body>
</html>
`;
}
