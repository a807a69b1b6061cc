import type { CorePolicy, CoreRule } from '../../core/ir.js';
import { boxesOf } from '../boxes/rules.js';
import { ANALYSIS_LIMITS, type AnalysisLimits } from '../limits.js';
import type { SmtSolver } from '../solver.js';
import { applicableRules } from '../world/answer.js';
import { callableTools } from '../callable-tools.js';
import { decidesByBoxes } from './by-boxes.js';
import { TermsOfTool } from './by-terms.js';
import type { Coverage } from './coverage.js';

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

/**
 * The rules that decide no call: whenever one fires a stricter one does, or it never fires. Exact for flat policies (dialect 1), by
 * boxes over the cells of their attributes; else within the limits of the solver, and a rule that is not settled is not listed.
 *
 * @param solver null: what is not flat is settled only when it is small
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
  for (const tool of callable) {
    const rules = applicableRules(core, tool).map(({ rule }) => rule);
    const asked = rules.filter((rule) => !alive.has(rule));
    if (asked.length === 0) continue;
    const coverageOf = coverage(core, tool, solver, limits);
    try {
      for (const rule of asked) {
        const found = await coverageOf.of(rule);
        if (found?.kind !== 'covered') {
          alive.add(rule);
          continue;
        }
        const by = covers.get(rule) ?? new Set<CoreRule>();
        for (const each of found.by) by.add(each);
        covers.set(rule, by);
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

interface CoverageOfTool {
  of(rule: CoreRule): Coverage | Promise<Coverage>;
  close(): void;
}

function coverage(core: CorePolicy, tool: string, solver: SmtSolver | null, limits: AnalysisLimits): CoverageOfTool {
  const boxes = boxesOf(core, tool);
  if (!boxes) return new TermsOfTool(core, tool, solver, limits);
  return { of: (rule) => decidesByBoxes(boxes, rule), close: () => undefined };
}
