import type { ProblemDeclaration } from '@ostiary/plugin-api';
import { type Language, say } from '../../problems/language.js';
import { escapeHtml, layout, prose } from './html.js';

const TEXTS = {
  en: {
    list: 'Problems',
    status: 'Status',
    slug: 'Slug',
    retry: 'The same request may succeed later.',
    noRetry: 'The same request will not succeed later.',
    what: 'What to do',
  },
  pt: {
    list: 'Problemas',
    status: 'Estado',
    slug: 'Slug',
    retry: 'O mesmo pedido pode ter êxito mais tarde.',
    noRetry: 'O mesmo pedido não terá êxito mais tarde.',
    what: 'O que fazer',
  },
} as const;

/** The page a problem's `type` leads to. */
export function problemPage(
  slug: string,
  { status, title, detail, help, retryable }: ProblemDeclaration,
  language: Language,
): string {
  const texts = TEXTS[language];
  const name = say(title, language);
  return layout({
    language,
    title: `${name} (${slug})`,
    path: `/problems/${slug}`,
    body: `<main class="page">
<h1>${escapeHtml(name)}</h1>
<dl><dt>${texts.slug}</dt><dd><code>${escapeHtml(slug)}</code></dd><dt>${texts.status}</dt><dd>${status}</dd></dl>
<p>${prose(say(detail, language))}</p>
<h2>${texts.what}</h2>
<p>${prose(say(help, language))}</p>
<p>${retryable ? texts.retry : texts.noRetry}</p>
</main>`,
  });
}

/** All problems of this deployment, by status, then by name. */
export function problemList(problems: ReadonlyMap<string, ProblemDeclaration>, language: Language): string {
  const rows = [...problems]
    .toSorted(([a, one], [b, other]) => one.status - other.status || (a < b ? -1 : 1))
    .map(
      ([slug, { status, title }]) =>
        `<tr><td>${status}</td><td><a href="/problems/${escapeHtml(slug)}?lang=${language}"><code>${escapeHtml(slug)}</code></a></td><td>${escapeHtml(say(title, language))}</td></tr>`,
    );
  const { list } = TEXTS[language];
  return layout({
    language,
    title: `Ostiary: ${list}`,
    path: '/problems',
    body: `<main class="page">\n<h1>${list}</h1>\n<table>\n${rows.join('\n')}\n</table>\n</main>`,
  });
}
