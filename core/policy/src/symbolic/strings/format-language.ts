import type { StringFormat } from '@ostiary/catalogue';
import type { RegexNode } from '../../text/regex.js';
import { parseRegex } from '../../text/regex.js';
import { complement, normaliseRanges } from '../../text/regex-class.js';
import { ANY_TEXT, intersectRanges, literalNode, run, sequence, single } from '../automata/language.js';

/**
 * For each format a regular language that holds every normal form, and little else: `normaliseString` has the last word
 * on each witness. Above ASCII the languages are wide, because no format can be told from classes of characters there.
 */
const DOMAIN = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\\[[0-9a-f:.]+\\]';
const HOST = `(?:${DOMAIN})`;
const URL_CHAR = '[!"$-\\[\\]-~]';
/** Schemes that always have a host and a path in normal form; `file` has a path. */
const WITH_PATH: readonly string[] = ['ftp', 'file', 'http', 'https', 'ws', 'wss'];
/** Anything but upper case and white space. */
const KEYWORD_CHAR =
  '[^A-Z\\x00-\\x20\\x7f\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}]';
const CONTROL_CHAR = '[\\x00-\\x08\\x0e-\\x1f\\x7f]';
const LOCAL_CHAR = "[a-z0-9!#$%&'*+/=?^_`{|}~\\x{80}-\\x{10ffff}-]";

const PATTERNS: Readonly<Record<Exclude<StringFormat, 'text'>, string>> = {
  keyword: `(?:(?:${KEYWORD_CHAR}|${CONTROL_CHAR})+(?: (?:${KEYWORD_CHAR}|${CONTROL_CHAR})+)*)?`,
  email: `${LOCAL_CHAR}+(?:\\.${LOCAL_CHAR}+)*@(?:${DOMAIN})`,
  domain: DOMAIN,
  url: `(?:https?|wss?|ftp)://${HOST}(?::[0-9]+)?/${URL_CHAR}*|file://(?:${HOST})?/${URL_CHAR}*`,
  path: '/|\\.|/?[^/\\x00\\\\]+(?:/[^/\\x00\\\\]+)*',
  iban: '[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}',
};

function mustParse(pattern: string): RegexNode {
  const parsed = parseRegex(pattern);
  if (!parsed.ok) throw new Error(`not a regular expression: ${pattern}`);
  return parsed.node;
}

/** Any scheme but some: `words` with their first `at` characters read. */
function schemeBut(words: readonly string[], at = 0): RegexNode {
  const heads = [...new Set(words.flatMap((word) => word[at] ?? []))];
  const chars = at === 0 ? SCHEME_START : SCHEME_CHARS;
  const others = intersectRanges(chars, complement(normaliseRanges(heads.flatMap(single))));
  const options: RegexNode[] = [sequence({ kind: 'chars', ranges: others }, run(SCHEME_CHARS))];
  for (const head of heads) {
    const inside = words.filter((word) => word[at] === head);
    options.push(sequence(literalNode(head), schemeBut(inside, at + 1)));
  }
  if (at > 0 && words.every((word) => word.length !== at)) options.push({ kind: 'empty' });
  return { kind: 'alt', options };
}

const SCHEME_START = normaliseRanges([[97, 122]]);
/** `a-z 0-9 + - .` */
const SCHEME_CHARS = normaliseRanges([
  [97, 122],
  [48, 57],
  [43, 43],
  [45, 46],
]);

const NODES: Readonly<Record<StringFormat, RegexNode>> = {
  text: ANY_TEXT,
  keyword: mustParse(PATTERNS.keyword),
  email: mustParse(PATTERNS.email),
  domain: mustParse(PATTERNS.domain),
  url: {
    kind: 'alt',
    options: [mustParse(PATTERNS.url), sequence(schemeBut(WITH_PATH), mustParse(`:${URL_CHAR}*`))],
  },
  path: mustParse(PATTERNS.path),
  iban: mustParse(PATTERNS.iban),
};

export function formatLanguage(format: StringFormat): RegexNode {
  return NODES[format];
}

/** Plausible values in normal form, for witnesses of cells that no example of the catalogue lies in. */
export const PLAUSIBLE: Readonly<Record<StringFormat, readonly string[]>> = {
  text: ['example', 'text'],
  keyword: ['example', 'other'],
  email: ['ann@example.com', 'bob@example.org', 'eve@example.net'],
  domain: ['example.com', 'example.org', 'example.net'],
  url: ['https://example.com/', 'https://example.org/path', 'http://example.net/'],
  path: ['/tmp/example.txt', 'example.txt', '/home/user/notes.md'],
  iban: [
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'ES9121000418450200051332',
    'NL91ABNA0417164300',
    'IT60X0542811101000000123456',
    'PT50000201231234567890154',
    'BE68539007547034',
    'AT611904300234573201',
    'CH9300762011623852957',
    'PL61109010140000071219812874',
    'SE4550000000058398257466',
    'IE29AIBK93115212345678',
    'NO9386011117947',
  ],
};
