import type { CorePolicy, CoreRule } from '../../core/ir.js';
import { ANALYSIS_LIMITS, type AnalysisLimits } from '../limits.js';
import type { SmtSolver } from '../solver.js';
import { callableTools } from '../callable-tools.js';
import { Work } from '../boxes/work.js';
import { CoverageOfTool, MOST_WORK } from './of-tool.js';
import { getOrMake } from '../../maps.js';
import { applicableRules } from '../../evaluate/compile/tool-plan.js';

/** A rule that is among the deciding rules of no call. */
export interface NeverDecides {
  /** Its id. */
  readonly rule: string;
  readonly index: number;
  /** `never_true`: its guard can never fire; else stricter rules fire whenever it does. */
  readonly cause: 'never_true' | 'covered';
  /** Ids of the stricter rules, in the order of the policy; none of them can be left out. */
  readonly coveredBy: readonly string[];
}

/** Rules of which one step tells whether they are about a tool. */
const RULES_PER_STEP = 16;

/**
 * The rules that decide no call: whenever one fires a stricter one does, or it never fires. Exact for flat policies (dialect 1), by
 * boxes over the cells of their attributes; else within the limits of the solver. A rule that is not settled, or not within a fixed
 * amount of work, is not listed.
 *
 * @param solver null: what is not flat is settled only when it is small
 * See docs/adr/0097.
 */
export async function neverDecides(
  core: CorePolicy,
  solver: SmtSolver | null,
  limits: AnalysisLimits = ANALYSIS_LIMITS,
): Promise<readonly NeverDecides[]> {
  const covers = new Map<CoreRule, Set<CoreRule>>();
  const { tools: callable, complete } = callableTools(core, limits.automata);
  // Some name that nobody wrote down may match patterns that none of these do.
  const beyond = ({ variants }: CoreRule): boolean => !complete && variants.some(({ tools }) => tools === null);
  const alive = new Set(core.rules.filter(beyond));
  const work = new Work(MOST_WORK);
  for (const tool of callable) {
    // What is left unasked may decide a call of the tools that are left.
    if (!work.mayTake(Math.ceil(core.rules.length / RULES_PER_STEP))) return [];
    const rules = applicableRules(core, tool).map(({ rule }) => rule);
    const asked = rules.filter((rule) => !alive.has(rule));
    if (asked.length === 0) continue;
    const coverageOf = new CoverageOfTool(core, tool, solver, limits, work);
    try {
      for (const rule of asked) {
        const found = await coverageOf.of(rule);
        if (found?.kind !== 'covered') {
          alive.add(rule);
          continue;
        }
        const by = getOrMake(covers, rule, () => new Set());
        for (const each of found.by) by.add(each);
      }
    } finally {
      coverageOf.close();
    }
  }
  return core.rules
    .filter((rule) => !alive.has(rule))
    .map((rule) => {
      const by = [...(covers.get(rule) ?? [])].toSorted((a, b) => a.index - b.index);
      return {
        rule: rule.id,
        index: rule.index,
        cause: by.length === 0 ? ('never_true' as const) : ('covered' as const),
        coveredBy: by.map(({ id }) => id),
      };
    });
}
