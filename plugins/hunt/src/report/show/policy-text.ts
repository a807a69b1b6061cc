import { classifyTokens, type TokenClass } from '@ostiary/policy/editor';
import type { Lines, Token } from '@ostiary/report';
import type { RulePlace } from '../../search/index.js';

const EFFECTS: ReadonlyMap<string, Token['class']> = new Map([
  ['allow', 'allow'],
  ['permit', 'allow'],
  ['confirm', 'confirm'],
  ['refuse', 'refuse'],
  ['forbid', 'refuse'],
]);

const COLOURS: Readonly<Partial<Record<TokenClass, Token['class']>>> = {
  keyword: 'keyword',
  operator: 'keyword',
  root: 'keyword',
  constant: 'number',
  number: 'number',
  string: 'string',
  comment: 'comment',
};

/** The colours of a policy's text. */
export function colours(text: string): Token[] {
  return classifyTokens(text).flatMap(({ span: { start, end }, class: kind }) => {
    const colour = kind === 'effect' ? EFFECTS.get(text.slice(start, end)) : COLOURS[kind];
    return colour === undefined ? [] : [{ start, end, class: colour }];
  });
}

/** The lines of rules, in the order of the text, each once. */
export function linesOf(places: readonly RulePlace[]): Lines[] {
  return joined(
    places.map(({ line, endLine }) => ({ from: line, to: Math.max(line, endLine) })),
    0,
  );
}

/** What an excerpt shows: rules, lines of one rule, and lines between two that are shown rather than counted. */
const [RULES, LONGEST, CLOSE] = [12, 24, 2];

/** Some of the rules that a finding speaks of, in the text. */
export interface Excerpt {
  readonly marked: readonly Lines[];
  readonly shown: readonly Lines[];
  /** How many rules are not there. */
  readonly left: number;
}

/** The first rules, and the few lines between them; of a very long one its beginning. */
export function excerptOf(places: readonly RulePlace[]): Excerpt {
  const some = places.slice(0, RULES).map((place) => ({
    ...place,
    endLine: Math.min(place.endLine, place.line + LONGEST - 1),
  }));
  const marked = linesOf(some);
  return { marked, shown: joined(marked, CLOSE), left: places.length - some.length };
}

function joined(lines: readonly Lines[], between: number): Lines[] {
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of lines.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.to + 1 + between) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}
