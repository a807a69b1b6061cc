import type { CorePolicy, CoreRule } from '../../core/ir.js';
import { boxesOf, type ToolBoxes } from '../boxes/rules.js';
import { ANALYSIS_LIMITS, type AnalysisLimits } from '../limits.js';
import type { SmtSolver } from '../solver.js';
import { callableTools } from '../callable-tools.js';
import { decidesByBoxes } from './by-boxes.js';
import { OutOfWork, Work } from '../boxes/work.js';
import { TermsOfTool } from './by-terms.js';
import type { Coverage } from './coverage.js';
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

/** Steps that looking for such rules may take: tests, states and boxes that are held against one another. */
const MOST_WORK = 1_000_000;
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

/** What covers the rules of one tool: by boxes where they tell, else by terms. */
class CoverageOfTool {
  private readonly boxes: ToolBoxes | null;
  private terms: TermsOfTool | null = null;

  constructor(
    private readonly core: CorePolicy,
    private readonly tool: string,
    private readonly solver: SmtSolver | null,
    private readonly limits: AnalysisLimits,
    private readonly work: Work,
  ) {
    this.boxes = within(() => boxesOf(core, tool, work));
  }

  async of(rule: CoreRule): Promise<Coverage> {
    const { boxes, work } = this;
    if (work.isSpent) return null;
    const found = boxes && within(() => decidesByBoxes(boxes, rule, work));
    if (found || work.isSpent) return found;
    try {
      this.terms ??= new TermsOfTool(this.core, this.tool, this.solver, this.limits, work);
      return await this.terms.of(rule);
    } catch (error) {
      return outOfWork(error);
    }
  }

  close(): void {
    this.terms?.close();
  }
}

/** What was found; null when it took too much work. */
function within<T>(find: () => T): T | null {
  try {
    return find();
  } catch (error) {
    return outOfWork(error);
  }
}

function outOfWork(error: unknown): null {
  if (error instanceof OutOfWork) return null;
  throw error;
}
