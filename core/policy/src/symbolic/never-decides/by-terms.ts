import type { CorePolicy, CoreRule } from '../../core/ir.js';
import { within } from '../../core/walk.js';
import type { Work } from '../boxes/work.js';
import type { AnalysisLimits } from '../limits.js';
import type { Finder } from '../find/finder.js';
import type { SmtSolver } from '../solver.js';
import type { BoolTerm } from '../terms/term.js';
import { fires } from '../world/answer.js';
import type { ClosedWorld } from '../world/closed.js';
import { everythingOpen } from '../world/openness.js';
import { World } from '../world/world.js';
import { type Coverage, stricterThan } from './coverage.js';
import { applicableRules } from '../../evaluate/compile/tool-plan.js';

/** What encoding a node of a guard costs, and deciding what strings and lists it speaks of. */
const STEPS_PER_NODE = 100;

/** The rules of one tool as terms over everything that may be open, asked in one context. */
export class TermsOfTool {
  private readonly closed: ClosedWorld;
  private readonly finder: Finder;
  /** Where each rule fires. */
  private readonly firing: ReadonlyMap<CoreRule, BoolTerm>;

  /** @throws OutOfWork */
  constructor(
    core: CorePolicy,
    tool: string,
    solver: SmtSolver | null,
    limits: AnalysisLimits,
    private readonly work: Work,
  ) {
    work.spend(applicableRules(core, tool).reduce((sum, { guard }) => sum + STEPS_PER_NODE * within(guard).length, 0));
    const world = new World([core]);
    const args = core.catalogue ? [] : (['args'] as const);
    // What stands around a call may lack what the catalogue requires of it, and be of the wrong type.
    const open = { ...everythingOpen(core, tool, []), unfit: new Set([...args, 'principal', 'session'] as const) };
    const answer = world.answer(core, world.call({ tool, args: {} }, {}, open));
    this.closed = world.close(limits.automata);
    const { factory } = this.closed;
    this.firing = new Map(answer.rules.map((each) => [each.rule, this.closed.term(fires(factory, each))]));
    this.finder = this.closed.finder([...this.firing.values()], solver, limits.finder);
  }

  /** @throws OutOfWork */
  async of(rule: CoreRule): Promise<Coverage> {
    const { factory } = this.closed;
    const own = this.firing.get(rule) ?? factory.false;
    const silent = new Map(
      stricterThan(rule, [...this.firing.keys()]).map((other) => [
        factory.not(this.firing.get(other) ?? factory.false),
        other,
      ]),
    );
    const escapes = async (others: Iterable<BoolTerm>) => {
      const terms = [own, ...others];
      this.work.spend((this.finder.space?.assignments.length ?? 1) * terms.length);
      return this.finder.settle(terms);
    };
    const first = await escapes(silent.keys());
    if (first.kind === 'found') return { kind: 'decides' };
    if (first.kind === 'unknown') return null;
    let kept = first.core.filter((term) => silent.has(term));
    for (const term of kept) {
      const fewer = kept.filter((each) => each !== term);
      if ((await escapes(fewer)).kind === 'none') kept = fewer;
    }
    return { kind: 'covered', by: kept.flatMap((term) => silent.get(term) ?? []) };
  }

  close(): void {
    this.finder.close();
  }
}
