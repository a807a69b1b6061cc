import { computeCells } from './cells.js';
import type { AutomataLimits, LimitReached } from './dfa.js';
import { ANY_TEXT, type Language } from './language.js';

/**
 * The shortest text, and of these the plainest, that lies in each of `inside` and in none of `outside`; null when there is none.
 *
 * @param prefer texts that are taken before any other, where they fit
 */
export function shortestWord(asked: {
  readonly inside: readonly Language[];
  readonly outside?: readonly Language[];
  readonly prefer?: readonly string[];
  readonly limits?: AutomataLimits;
}): string | null | LimitReached {
  const { inside, outside = [], prefer = [], limits } = asked;
  const [domain = { kind: 'regex', node: ANY_TEXT } as const, ...others] = inside;
  const cells = computeCells({
    languages: [...others, ...outside],
    literals: [],
    domain,
    admits: () => true,
    candidates: prefer,
    perCell: 1,
    ...(limits && { limits }),
  });
  if (cells.kind !== 'cells') return cells;
  const cell = cells.cells.find(({ accepts }) => accepts.every((is, index) => is === index < others.length));
  return cell?.witnesses[0] ?? null;
}
