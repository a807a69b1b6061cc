import type { Response } from 'express';
import type { Language } from '../../problems/language.js';

/** Text as HTML shows it, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Escaped, with what stands between backticks as code. */
export function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/**
 * What a page of ours may do: load its own files and call its own origin, nothing else. A server on another host, set in
 * the panel of the reference page, is refused by the browser. Styles may be inline because Swagger UI sets them on elements,
 * and images may be `data:` because its style sheet draws its arrows so; neither sends anything anywhere.
 */
const PAGE_HEADERS: ReadonlyMap<string, string> = new Map([
  ['Content-Type', 'text/html; charset=utf-8'],
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['Referrer-Policy', 'no-referrer'],
  ['Vary', 'Accept-Language'],
]);

export function sendPage(response: Response, language: Language, html: string): void {
  response
    .status(200)
    .setHeaders(new Map([...PAGE_HEADERS, ['Content-Language', language]]))
    .end(html);
}

export interface Page {
  readonly language: Language;
  readonly title: string;
  /** Path of the page, for the switch of languages. */
  readonly path: string;
  readonly head?: string;
  readonly body: string;
}

/** A whole page with links to its other language, to the reference and to the list of problems. */
export function layout({ language, title, path, head = '', body }: Page): string {
  const texts = LINKS[language];
  const query = `?lang=${language}`;
  const other = language === 'en' ? 'pt' : 'en';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/reference/favicon.png">
<link rel="stylesheet" href="/reference/page.css">
${head}</head>
<body>
<nav aria-label="${texts.pages}"><a href="/${query}">${texts.reference}</a> <a href="/problems${query}">${texts.problems}</a> <a href="/openapi${language === 'en' ? '' : '.pt'}.yaml">openapi.yaml</a> <a class="language" href="${escapeHtml(path)}?lang=${other}" lang="${other}" hreflang="${other}">${texts.other}</a></nav>
${body}
</body>
</html>
`;
}

const LINKS = {
  en: { pages: 'Pages', reference: 'Reference', problems: 'Problems', other: 'Português' },
  pt: { pages: 'Páginas', reference: 'Referência', problems: 'Problemas', other: 'English' },
} as const;
