import { parseRegex, readValue, regexNode } from '@ostiary/policy';
import { shortestWord } from '@ostiary/policy/symbolic';
import type { TextTest } from '../calls/text-tests.js';

/** The dot of other languages, as an importer writes it. */
const NO_LINE_FEED = String.raw`[^\n]`;

/** A slip, and the expression that its author had in mind. */
const SLIPS: readonly { readonly name: string; readonly reading: (pattern: string) => string }[] = [
  // A dot before a letter or digit that nothing repeats.
  {
    name: 'dot',
    reading: (pattern) =>
      outsideClasses(pattern, (part) => part.replace(/(?<=[A-Za-z0-9)\]+*])(?<!\\[a-zA-Z])\.(?=[A-Za-z0-9])/g, '\\.')),
  },
  {
    name: 'bar_in_class',
    reading: (pattern) => pattern.replace(/\[([A-Za-z0-9_]+(?:\|[A-Za-z0-9_]+)+)\][+*]?/g, '($1)'),
  },
  { name: 'range', reading: (pattern) => pattern.replaceAll('A-z', 'A-Za-z') },
];

const outsideClasses = (pattern: string, change: (part: string) => string): string =>
  pattern
    .split(/(\[(?:\\.|[^\]\\])*\])/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

/** Why an expression with a slip holds more, by the name of the slip. */
export const SAID: Readonly<Record<string, { readonly en: string; readonly pt: string }>> = {
  dot: { en: 'An unescaped dot matches any character.', pt: 'Um ponto sem escape corresponde a qualquer carácter.' },
  bar_in_class: {
    en: 'Between brackets `|` is an ordinary character, and the brackets match one character.',
    pt: 'Entre parênteses retos `|` é um carácter comum, e os parênteses correspondem a um só carácter.',
  },
  range: {
    en: '`A-z` also matches the six characters between `Z` and `a`.',
    pt: '`A-z` também corresponde aos seis caracteres entre `Z` e `a`.',
  },
};

/** Texts of every format that no policy means. */
export const STRANGERS = ['zz9', 'zz9.invalid', 'zz9@zz9.invalid', 'https://zz9.invalid/', '/zz9/zz9'];

/** The expression read as a text, a letter in the place of each dot. */
const literal = (pattern: string): string => pattern.replaceAll('\\.', '\0').replaceAll('.', 'x').replaceAll('\0', '.');

/** The expression of a test as its author wrote it; null where there is none. */
export const patternOf = ({ test }: TextTest): string | null =>
  test.op === 'matches' ? test.pattern.replaceAll(NO_LINE_FEED, '.') : null;

/** A text that an expression holds by a slip. */
export interface Misread {
  readonly word: string;
  readonly slip: string;
  /** The expression that its author had in mind. */
  readonly meant: string;
}

/** For each slip in the expression of a test the shortest text that it holds by it, read as the type reads it. */
export function misreadingsOf(test: TextTest): readonly Misread[] {
  const pattern = patternOf(test);
  if (pattern === null) return [];
  const inside = [{ kind: 'regex', node: regexNode(pattern) }] as const;
  return SLIPS.flatMap(({ name: slip, reading }) => {
    const meant = reading(pattern);
    const node = meant === pattern ? null : parseRegex(meant);
    if (!node?.ok) return [];
    const prefer = slip === 'dot' ? [literal(pattern)] : [];
    const word = shortestWord({ inside, outside: [{ kind: 'regex', node: node.node }], prefer });
    return typeof word === 'string' && readValue(test.type, word).ok ? [{ word, slip, meant }] : [];
  });
}
