import { CellFault, shown } from './flaw.js';

/**
 * Parts of a cell between signs, which quotes hide: `"a;b"=1; c=2` has two parts at `;`. Parts that are empty are left out.
 * @throws CellFault for a quote that is not closed
 */
export function split(text: string, sign: ';' | '|'): string[] {
  const parts: string[] = [];
  let begin = 0;
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') inside = !inside;
    else if (text[at] === sign && !inside) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  if (inside)
    throw new CellFault('quote_open', {
      en: `A quote is not closed in "${shown(text)}".`,
      pt: `Uma aspa não está fechada em "${shown(text)}".`,
    });
  parts.push(text.slice(begin));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** A name or a value without its quotes: `"a;b"` is a;b, and `""` within is one quote. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length < 2 || !trimmed.startsWith('"') || !trimmed.endsWith('"')) return trimmed;
  return trimmed.slice(1, -1).replaceAll('""', '"');
}

/**
 * A text as people read it, and as a condition spells it: between quotes where it could be taken for something else, such as a value that is
 * missing, several texts, or none.
 */
export function quotedText(text: string): string {
  const plain = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ ./()&+'-]*[\p{L}\p{N}_.)+])?$/u.test(text);
  return plain && !/^(?:missing$|not\s)/i.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** A name as a cell has to spell it. */
export function quoted(name: string): string {
  return /^[\p{L}_@][\p{L}\p{N}_.[\]-]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
