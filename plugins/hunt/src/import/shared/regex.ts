import { parseRegex } from '@ostiary/policy';

/** A regular expression of Go, which may match a part of a text, as one of ours, which matches all of it; null: it cannot be said. */
export function wholeRegex(pattern: string): string | null {
  const [, flags = '', rest = ''] = /^(\(\?[is]+\))?([^]*)$/u.exec(pattern) ?? [];
  const starts = rest.startsWith('^');
  const ends = /(?:^|[^\\])(?:\\\\)*\$$/u.test(rest);
  const body = rest.slice(starts ? 1 : 0, ends ? -1 : undefined);
  // An anchor of one alternative is not one of the others.
  if ((starts || ends) && body.includes('|')) return null;
  if (/(?:^|[^\\])(?:\\\\)*[\^$]/u.test(body.replaceAll(/\[(?:\\[^]|[^\]\\])*\]/gu, ''))) return null;
  const whole = `${flags}${starts ? '' : '.*'}${body.includes('|') ? `(?:${body})` : body}${ends ? '' : '.*'}`;
  return parseRegex(whole).ok ? whole : null;
}
