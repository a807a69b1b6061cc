import type { CorePolicy } from '../core/ir.js';
import { parseGlob } from '../text/glob.js';
import { parseRegex } from '../text/regex.js';
import { nameJudge } from '../values/names.js';
import { computeCells } from './automata/cells.js';
import { type AutomataLimits, isLimit } from './automata/dfa.js';
import type { Language } from './automata/language.js';

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
  const languages = globsOf(core);
  const plain = parseRegex('[!-~]+');
  if (!plain.ok) throw new Error('a pattern of our own');
  let other = OTHER;
  while (!isOther(other)) other += '_';
  const found = computeCells({
    languages,
    literals: [],
    domain: { kind: 'regex', node: plain.node },
    admits: isOther,
    candidates: [other],
    perCell: 1,
    ...(limits && { limits }),
  });
  if (isLimit(found)) return { tools: [...core.tools, other], complete: false };
  return { tools: [...core.tools, ...found.cells.flatMap(({ witnesses }) => witnesses)], complete: found.exact };
}

function globsOf(core: CorePolicy): readonly Language[] {
  const globs = new Set<string>();
  for (const { variants } of [...core.rules, ...core.properties, ...core.assumptions])
    for (const { like } of variants) if (like !== undefined) globs.add(like);
  return [...globs].map((glob): Language => {
    const parsed = parseGlob(glob);
    if (!parsed.ok) throw new Error(`not a glob: ${glob}`);
    return { kind: 'glob', segments: parsed.segments };
  });
}
