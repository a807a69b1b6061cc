import type { StringFormat } from '@ostiary/catalogue';
import type { StringPart } from '../../values/parts.js';
import { nullable, regexNode, type RegexNode } from '../../text/regex.js';
import { type CodePointRange, normaliseRanges } from '../../text/regex-class.js';
import { afterFirst, beforeLast, matchesChar, nonEmpty } from './regex-parts.js';
import {
  ANY_TEXT,
  charsOf,
  either,
  intersectRanges,
  literalNode,
  mapCharacters,
  run,
  sequence,
} from '../automata/language.js';

/** Whether `liftPart` gives a language for this part. See docs/adr/0039. */
export function hasLifting(format: StringFormat, part: StringPart): boolean {
  return liftPart(format, part, { kind: 'empty' }) !== null;
}

const NOT_AT = charsOf('[^@]');
const NOT_SLASH = charsOf('[^/]');
const NOT_QUESTION = charsOf('[^?]');
const [OPENING, CLOSING, SLASH] = [91, 93, 47];
/** Of a scheme, behind its first letter. */
export const IN_SCHEME = charsOf('[a-z0-9+.-]');
const IN_HOST = charsOf('[a-z0-9_.-]');
const IN_AUTHORITY = charsOf('[^/?]');
const IN_IPV6 = charsOf('[a-f0-9:.]');
const PORT = regexNode('(?::[0-9]+)?');
const QUERY = optional(sequence(literalNode('?'), ANY_TEXT));
const PATH_AND_QUERY = optional(sequence(regexNode('[/?]'), ANY_TEXT));

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
      return part === 'country' ? sequence(mapCharacters(language, raised), regexNode('[0-9]'), ANY_TEXT) : null;
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
  const query = sequence(run(NOT_QUESTION), literalNode('?'), nonEmpty(language));
  return nullable(language) ? either(query, run(NOT_QUESTION)) : query;
}

/** Between `://` and the port, the path or the query; an address of IPv6 stands in brackets. */
function withHost(language: RegexNode): RegexNode {
  const address = within(beforeLast(afterFirst(language, OPENING), CLOSING), IN_IPV6);
  const host = either(within(nonEmpty(language), IN_HOST), sequence(literalNode('['), address, literalNode(']')));
  return sequence(run(IN_SCHEME, 1), literalNode('://'), host, PORT, PATH_AND_QUERY);
}

/** Between the host and the query; it begins with the first slash behind the host. */
function withPath(language: RegexNode): RegexNode {
  const behind = within(afterFirst(language, SLASH), NOT_QUESTION);
  return sequence(run(IN_SCHEME, 1), literalNode('://'), run(IN_AUTHORITY), literalNode('/'), behind, QUERY);
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
  return either(name, sequence(ANY_TEXT, literalNode('/'), name));
}

/** `.` for a bare name, `/` for one in the root, else all before the last slash. */
function beforeLastSlash(language: RegexNode): RegexNode {
  const name = run(NOT_SLASH);
  const options: RegexNode[] = [sequence(nonEmpty(language), literalNode('/'), run(NOT_SLASH, 1))];
  if (matchesChar(language, 46)) options.push(run(NOT_SLASH, 1));
  if (matchesChar(language, 47)) options.push(sequence(literalNode('/'), name));
  return either(...options);
}

function optional(node: RegexNode): RegexNode {
  return either({ kind: 'empty' }, node);
}
