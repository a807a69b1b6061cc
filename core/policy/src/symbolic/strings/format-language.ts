import type { StringFormat } from '@ostiary/catalogue';
import { regexNode, type RegexNode } from '../../text/regex.js';
import { complement, normaliseRanges } from '../../text/regex-class.js';
import { charsOf, either, intersectRanges, literalNode, run, sequence, single } from '../automata/language.js';
import { IN_SCHEME } from './parts.js';

/**
 * For each format a regular language that holds every normal form, and little else: `normaliseString` has the last word
 * on each witness. Above ASCII the languages are wide, because no format can be told from classes of characters there.
 */
const DOMAIN_NAME = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*';
const IPV6 = '[0-9a-f:]*:[0-9a-f:]*';
const DOMAIN = `${DOMAIN_NAME}|\\[${IPV6}\\]`;
const HOST = `(?:${DOMAIN})`;
/** What may stand in a path, and in a query or behind a scheme without a host. */
const PATH_CHAR = "[!$-'(-:=@A-Z_a-z~-]";
const QUERY_CHAR = '[!$-&(-;=?-Z_a-z~]';
const OPAQUE_CHAR = "[!$-'(-;=?-Z_a-z~]";
const OPAQUE_START = "[!$-'(-.0-;=?-Z_a-z~]";
const URL_PATH = `(?:/|(?:/${PATH_CHAR}+)+)(?:\\?${QUERY_CHAR}+)?`;
/** Schemes that always have a host and a path in normal form; `file` has a path. */
const WITH_PATH: readonly string[] = ['ftp', 'file', 'http', 'https', 'ws', 'wss'];
/** No upper case, no control character, no white space, and few of the invisible. */
const KEYWORD_CHAR =
  '[^A-Z\\x00-\\x20\\x7f-\\x{a0}\\x{ad}\\x{1680}\\x{2000}-\\x{200f}\\x{2028}-\\x{202f}\\x{205f}-\\x{206f}\\x{3000}\\x{d800}-\\x{dfff}\\x{fe00}-\\x{fe0f}\\x{feff}\\x{e0000}-\\x{e0fff}]';
const LOCAL_CHAR = "[a-z0-9#$&'*+=?^_{}~\\x{a1}-\\x{1fff}\\x{2010}-\\x{d7ff}\\x{e000}-\\x{10ffff}-]";
/** A segment of a path: neither a dot nor a space ends it. */
const SEGMENT_CHARS = '/;\\\\\\x00-\\x1f\\x7f-\\x{9f}\\x{d800}-\\x{dfff}';
const SEGMENT = `[^${SEGMENT_CHARS}]*[^${SEGMENT_CHARS}. ]`;
/** The first one: below `/` no drive; of a relative path no `~`, no space, and no scheme or drive. */
const SCHEME_CHAR = 'A-Za-z0-9+.\\-';
const ROOTED = `[^${SEGMENT_CHARS}. ]|[^A-Za-z${SEGMENT_CHARS}]${SEGMENT}|[A-Za-z](?:[^:${SEGMENT_CHARS}. ]|[^${SEGMENT_CHARS}]${SEGMENT})`;
const NAMED =
  `[^A-Za-z~${SEGMENT_CHARS}. ]|[^A-Za-z~ ${SEGMENT_CHARS}]${SEGMENT}` +
  `|[A-Za-z](?:[${SCHEME_CHAR}]*[A-Za-z0-9+-])?|[A-Za-z][${SCHEME_CHAR}]*(?:[^:${SCHEME_CHAR}${SEGMENT_CHARS} ]|[^:${SCHEME_CHAR}${SEGMENT_CHARS}]${SEGMENT})`;

const PATTERNS: Readonly<Record<Exclude<StringFormat, 'text'>, string>> = {
  keyword: `(?:${KEYWORD_CHAR}+(?: ${KEYWORD_CHAR}+)*)?`,
  email: `${LOCAL_CHAR}+(?:\\.${LOCAL_CHAR}+)*@(?:${DOMAIN_NAME})`,
  domain: DOMAIN,
  url: `(?:https?|wss?|ftp)://${HOST}(?::[0-9]+)?${URL_PATH}|file://(?:${HOST})?(?::[0-9]+)?${URL_PATH}`,
  path: `/|\\.|(?:/(?:${ROOTED})|${NAMED})(?:/${SEGMENT})*`,
  iban: '[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}',
  ip: `[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|${IPV6}`,
};

/** Any scheme but some: `words` with their first `at` characters read. */
function schemeBut(words: readonly string[], at = 0): RegexNode {
  const heads = [...new Set(words.flatMap((word) => word[at] ?? []))];
  const chars = at === 0 ? SCHEME_START : IN_SCHEME;
  const others = intersectRanges(chars, complement(normaliseRanges(heads.flatMap(single))));
  const options: RegexNode[] = [sequence({ kind: 'chars', ranges: others }, run(IN_SCHEME))];
  for (const head of heads) {
    const inside = words.filter((word) => word[at] === head);
    options.push(sequence(literalNode(head), schemeBut(inside, at + 1)));
  }
  if (at > 0 && words.every((word) => word.length !== at)) options.push({ kind: 'empty' });
  return either(...options);
}

const SCHEME_START = charsOf('[a-z]');

const NODES: Readonly<Record<StringFormat, RegexNode>> = {
  text: regexNode('[^\\x{d800}-\\x{dfff}]*'),
  keyword: regexNode(PATTERNS.keyword),
  email: regexNode(PATTERNS.email),
  domain: regexNode(PATTERNS.domain),
  url: either(
    regexNode(PATTERNS.url),
    sequence(
      schemeBut(WITH_PATH),
      regexNode(`:(?://(?:${HOST})?(?::[0-9]+)?${URL_PATH}|(?:${OPAQUE_START}${OPAQUE_CHAR}*)?)`),
    ),
  ),
  path: regexNode(PATTERNS.path),
  iban: regexNode(PATTERNS.iban),
  ip: regexNode(PATTERNS.ip),
};

/** The normal forms of paths where the catalogue says what a relative one is relative to. */
export const ABSOLUTE_PATHS: RegexNode = regexNode(`/|/(?:${ROOTED})(?:/${SEGMENT})*`);

/** An expression that every normal form of the format matches. */
export function formatLanguage(format: StringFormat): RegexNode {
  return NODES[format];
}
