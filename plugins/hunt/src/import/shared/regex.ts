import { parseRegex } from '@ostiary/policy';

/** What the languages of regular expressions read in two ways. */
export interface RegexReading {
  /** Whether `$` also stands before a line feed that ends the text, as in Python. */
  readonly endsBeforeLineFeed: boolean;
}

/**
 * A regular expression of Go or Python, which may match a part of a text, as one of ours, which matches all of it; null: it cannot be said. A
 * dot there is no line feed, and with us any character.
 */
export function wholeRegex(pattern: string, { endsBeforeLineFeed }: RegexReading): string | null {
  const [, flags = '', rest = ''] = /^(\(\?[is]+\))?([^]*)$/u.exec(pattern) ?? [];
  const starts = rest.startsWith('^');
  const ends = /(?:^|[^\\])(?:\\\\)*\$$/u.test(rest);
  const body = rest.slice(starts ? 1 : 0, ends ? -1 : undefined);
  // An anchor of one alternative is not one of the others.
  if ((starts || ends) && body.includes('|')) return null;
  if (/(?:^|[^\\])(?:\\\\)*[\^$]/u.test(body.replaceAll(CLASS, ''))) return null;
  const dotted = flags.includes('s') ? body : body.replaceAll(DOT, (part) => (part === '.' ? NO_LINE_FEED : part));
  const whole = [
    flags,
    starts ? '' : '.*',
    dotted.includes('|') ? `(?:${dotted})` : dotted,
    ends ? (endsBeforeLineFeed ? '\\n?' : '') : '.*',
  ].join('');
  return parseRegex(whole).ok ? whole : null;
}

const CLASS = /\[(?:\\[^]|[^\]\\])*\]/gu;
/** A dot, or what a dot may stand in and be none. */
const DOT = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\./gu;
const NO_LINE_FEED = String.raw`[^\n]`;
