import type { StringFormat } from '@ostiary/catalogue';
import type { StringPart } from '../../values/parts.js';
import { nullable, type RegexNode } from '../../text/regex.js';
import { type CodePointRange, complement, normaliseRanges } from '../../text/regex-class.js';
import { afterFirst, beforeLast, matchesChar, nonEmpty } from './regex-parts.js';
import { ANY_TEXT, intersectRanges, literalNode, mapCharacters, run, sequence } from '../automata/language.js';

/** Whether `liftPart` gives a language for this part. See docs/adr/0039. */
export function hasLifting(format: StringFormat, part: StringPart): boolean {
  return liftPart(format, part, { kind: 'empty' }) !== null;
}

const NOT_AT = complement([[64, 64]]);
const NOT_SLASH = complement([[47, 47]]);
const NOT_QUESTION = complement([[63, 63]]);
const [OPENING, CLOSING, SLASH] = [91, 93, 47];
const DIGITS: readonly CodePointRange[] = [[48, 57]];
const SLASH_OR_QUESTION: readonly CodePointRange[] = [
  [47, 47],
  [63, 63],
];
/** `a-z 0-9 + - .` */
const IN_SCHEME = normaliseRanges([
  [97, 122],
  [48, 57],
  [43, 43],
  [45, 46],
]);
/** `a-z 0-9 _ - .` */
const IN_HOST = normaliseRanges([
  [97, 122],
  [48, 57],
  [95, 95],
  [45, 46],
]);
const IN_AUTHORITY = complement(SLASH_OR_QUESTION);
/** `a-f 0-9 : .` */
const IN_IPV6 = normaliseRanges([
  [97, 102],
  [48, 58],
  [46, 46],
]);

/**
 * Every string of `format` whose `part` is in `language`, as a language over the whole normal form; null where none is
 * exact (the port of a URL, which is a number, and the folded extension of a path).
 */
export function liftPart(format: StringFormat, part: StringPart, language: RegexNode): RegexNode | null {
  switch (format) {
    case 'email':
      return part === 'domain'
        ? sequence(run(NOT_AT, 1), literalNode('@'), within(language, NOT_AT))
        : part === 'local'
          ? sequence(within(language, NOT_AT), literalNode('@'), run(NOT_AT, 1))
          : null;
    case 'iban':
      // Check digits follow the country, so that no shorter run of letters passes for it.
      return part === 'country'
        ? sequence(mapCharacters(language, raised), { kind: 'chars', ranges: [[48, 57]] }, ANY_TEXT)
        : null;
    case 'path':
      return part === 'name' ? afterLastSlash(language) : part === 'directory' ? beforeLastSlash(language) : null;
    case 'url':
      return part === 'scheme'
        ? sequence(within(language, IN_SCHEME), literalNode(':'), ANY_TEXT)
        : part === 'query'
          ? withQuery(language)
          : part === 'host'
            ? withHost(language)
            : part === 'path'
              ? withPath(language)
              : null;
    case 'text':
    case 'keyword':
    case 'domain':
    case 'ip':
      return null;
  }
}

/** Behind the first `?`, which a normal form has only with something behind it. */
function withQuery(language: RegexNode): RegexNode {
  const options: RegexNode[] = [sequence(run(NOT_QUESTION), literalNode('?'), nonEmpty(language))];
  if (nullable(language)) options.push(run(NOT_QUESTION));
  return { kind: 'alt', options };
}

/** Between `://` and the port, the path or the query; an address of IPv6 stands in brackets. */
function withHost(language: RegexNode): RegexNode {
  const address = within(beforeLast(afterFirst(language, OPENING), CLOSING), IN_IPV6);
  const host: RegexNode = {
    kind: 'alt',
    options: [within(nonEmpty(language), IN_HOST), sequence(literalNode('['), address, literalNode(']'))],
  };
  const port: RegexNode = { kind: 'alt', options: [{ kind: 'empty' }, sequence(literalNode(':'), run(DIGITS, 1))] };
  const rest: RegexNode = {
    kind: 'alt',
    options: [{ kind: 'empty' }, sequence({ kind: 'chars', ranges: SLASH_OR_QUESTION }, ANY_TEXT)],
  };
  return sequence(run(IN_SCHEME, 1), literalNode('://'), host, port, rest);
}

/** Between the host and the query; it begins with the first slash behind the host. */
function withPath(language: RegexNode): RegexNode {
  const rest: RegexNode = { kind: 'alt', options: [{ kind: 'empty' }, sequence(literalNode('?'), ANY_TEXT)] };
  const behind = within(afterFirst(language, SLASH), NOT_QUESTION);
  return sequence(run(IN_SCHEME, 1), literalNode('://'), run(IN_AUTHORITY), literalNode('/'), behind, rest);
}

/** The words of `language` made of `allowed` characters only. */
function within(language: RegexNode, allowed: readonly CodePointRange[]): RegexNode {
  return mapCharacters(language, (ranges) => intersectRanges(ranges, allowed));
}

/** The two letters of an IBAN's country stand in upper case, its part is a folded keyword. */
function raised(ranges: readonly CodePointRange[]): readonly CodePointRange[] {
  return normaliseRanges(intersectRanges(ranges, [[97, 122]]).map(([low, high]) => [low - 32, high - 32] as const));
}

function afterLastSlash(language: RegexNode): RegexNode {
  const name = within(language, NOT_SLASH);
  return { kind: 'alt', options: [name, sequence(ANY_TEXT, literalNode('/'), name)] };
}

/** `.` for a bare name, `/` for one in the root, else all before the last slash. */
function beforeLastSlash(language: RegexNode): RegexNode {
  const name = run(NOT_SLASH);
  const options: RegexNode[] = [sequence(nonEmpty(language), literalNode('/'), run(NOT_SLASH, 1))];
  if (matchesChar(language, 46)) options.push(run(NOT_SLASH, 1));
  if (matchesChar(language, 47)) options.push(sequence(literalNode('/'), name));
  return { kind: 'alt', options };
}
