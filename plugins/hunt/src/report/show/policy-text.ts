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

/** Lines of one rule that an excerpt shows, and rules. */
const [MOST, RULES] = [24, 12];

/** The lines of rules, in the order of the text, each once. */
export function linesOf(places: readonly RulePlace[]): Lines[] {
  const lines = places.map(({ line, endLine }) => ({
    from: line,
    to: Math.min(Math.max(line, endLine), line + MOST - 1),
  }));
  return joined(lines, 0);
}

/** The rules that an excerpt shows: the first of them, and how many it does not. */
export function shownPlaces(places: readonly RulePlace[]): {
  readonly shown: readonly RulePlace[];
  readonly left: number;
} {
  const shown = places.slice(0, RULES);
  return { shown, left: places.length - shown.length };
}

/** Lines between two rules that are shown rather than counted. */
const CLOSE = 2;

/** What an excerpt with these lines shows: them, and the few that lie between two. */
export function excerptOf(lines: readonly Lines[]): Lines[] {
  return joined(lines, CLOSE);
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
