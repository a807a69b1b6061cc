import type { CorePolicy, CoreRule } from '../../core/ir.js';
import { applicableRules } from '../../evaluate/compile/tool-plan.js';
import { boxesOf, type ToolBoxes } from '../boxes/rules.js';
import { OutOfWork, Work } from '../boxes/work.js';
import { ANALYSIS_LIMITS, type AnalysisLimits } from '../limits.js';
import type { SmtSolver } from '../solver.js';
import { decidesByBoxes } from './by-boxes.js';
import { TermsOfTool } from './by-terms.js';
import type { Coverage } from './coverage.js';

/** Steps that looking for rules that decide no call may take: tests, states and boxes that are held against one another. */
export const MOST_WORK = 1_000_000;

/** What covers the rules of one tool: by boxes where they tell, else by terms. */
export class CoverageOfTool {
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

/**
 * Of each rule about one tool, in the order of the policy, whether it decides some call of the tool, and if none is the stricter rules
 * that see to it: see `neverDecides`, of one tool instead of all.
 */
export async function coverageOf(
  core: CorePolicy,
  tool: string,
  solver: SmtSolver | null,
  limits: AnalysisLimits = ANALYSIS_LIMITS,
): Promise<readonly Coverage[]> {
  const coverage = new CoverageOfTool(core, tool, solver, limits, new Work(MOST_WORK));
  try {
    const found: Coverage[] = [];
    for (const { rule } of applicableRules(core, tool)) found.push(await coverage.of(rule));
    return found;
  } finally {
    coverage.close();
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
