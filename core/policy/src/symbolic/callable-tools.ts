import type { CorePolicy } from '../core/ir.js';
import { nameJudge } from '../values/names.js';
import { computeCells } from './automata/cells.js';
import { type AutomataLimits, isLimit } from './automata/dfa.js';
import { globsOf } from '../core/walk.js';
import { likePredicate, matchesPredicate } from './strings/variable.js';

export interface CallableTools {
  /** The tools that are known; where others may be called, one name for all that the same rules are about. */
  readonly tools: readonly string[];
  /** False when there may be names of another kind than these. */
  readonly complete: boolean;
}

const OTHER = 'other_tool';

/**
 * The tools a question about all calls must ask about. Names that nobody wrote down differ by the globs they match: of
 * each set of globs that some name matches, and no more, there is one.
 */
export function callableTools(core: CorePolicy, limits?: AutomataLimits): CallableTools {
  if (core.catalogue) return { tools: core.tools, complete: true };
  const judge = nameJudge(core.tools);
  const isOther = (name: string): boolean => judge(name) === 'other';
  let other = OTHER;
  while (!isOther(other)) other += '_';
  const found = computeCells({
    languages: [...globsOf(core)].map((glob) => likePredicate(glob).language),
    literals: [],
    domain: matchesPredicate('[!-~]+').language,
    admits: isOther,
    candidates: [other],
    perCell: 1,
    ...(limits && { limits }),
  });
  if (isLimit(found)) return { tools: [...core.tools, other], complete: false };
  return { tools: [...core.tools, ...found.cells.flatMap(({ witnesses }) => witnesses)], complete: found.exact };
}
