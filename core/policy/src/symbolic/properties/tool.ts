import type { CoreAssumption, CoreProperty } from '../../core/ir.js';
import { variantFor } from '../../evaluate/compile/tool-plan.js';
import type { ReadyPolicy } from '../../evaluate/ready-policy.js';
import type { Call, Context } from '../../evaluate/types.js';
import type { Claim } from '../find/recheck.js';
import type { AnalysisLimits } from '../limits.js';
import { type Draft, settingsOf } from '../evidence/draft.js';
import { minimalWitness } from '../evidence/minimal.js';
import { reach, type Search, type UndecidedReason } from '../world/reach.js';
import type { SmtSolver } from '../solver.js';
import type { BoolTerm } from '../terms/term.js';
import type { Guarded } from '../world/answer.js';
import type { SymbolicCall } from '../world/call.js';
import type { ClosedWorld } from '../world/closed.js';
import { everythingOpen } from '../world/openness.js';
import { World } from '../world/world.js';
import { StatementReplay } from './replay.js';

/** A call and context that break a property and no assumption: replayed in both evaluators, and nothing can be left out. */
export interface Breach {
  readonly tool: string;
  readonly call: Call;
  readonly context: Context;
}

export type ToolVerdict =
  | {
      readonly kind: 'holds';
      readonly tool: string;
      readonly method: 'constant' | 'cells' | 'z3';
      readonly assumptions: readonly string[];
      readonly vacuous: boolean;
    }
  | { readonly kind: 'broken'; readonly tool: string; readonly breach: Breach }
  | { readonly kind: 'undecided'; readonly tool: string; readonly reason: UndecidedReason };

interface Fact {
  readonly assumption: CoreAssumption;
  /** Where the assumption is not false. */
  readonly allowed: BoolTerm;
}

/** Properties of calls to one tool, all asked of one world. */
export class PropertiesOfTool {
  private readonly call: SymbolicCall;
  private readonly closed: ClosedWorld;
  private readonly conditions: ReadonlyMap<CoreProperty, Guarded>;
  private readonly facts: readonly Fact[];
  private readonly search: Search;

  constructor(
    private readonly policy: ReadyPolicy,
    private readonly tool: string,
    properties: readonly CoreProperty[],
    solver: SmtSolver | null,
    limits: AnalysisLimits,
    claims?: Claim[],
  ) {
    const { core } = policy;
    const guardOf = ({ variants }: CoreProperty | CoreAssumption) => variantFor(variants, tool)?.guard ?? null;
    const guards = [...properties, ...core.assumptions].flatMap((statement) => guardOf(statement) ?? []);
    const world = new World([core]);
    const x = world.call({ tool, args: {} }, {}, everythingOpen(core, tool, guards));
    const { about } = world.answer(core, x);
    const asked = properties.flatMap((property) => {
      const guard = guardOf(property);
      return guard ? [[property, about(guard)] as const] : [];
    });
    const assumed = core.assumptions.flatMap((assumption) => {
      const guard = guardOf(assumption);
      return guard ? [{ assumption, guarded: about(guard) }] : [];
    });
    const closed = world.close(limits.automata);
    this.call = x;
    this.closed = closed;
    this.conditions = new Map(asked.map(([property, guarded]) => [property, closed.guarded(guarded)]));
    this.facts = assumed.map(({ assumption, guarded }) => ({
      assumption,
      allowed: closed.factory.not(this.isFalse(closed.guarded(guarded))),
    }));
    const roots = [...this.conditions.values()].flatMap(({ holds, undefined: unknown }) => [holds, unknown]);
    this.search = {
      closed,
      finder: closed.finder([...roots, ...this.facts.map(({ allowed }) => allowed)], solver, limits.finder, claims),
      attempts: limits.attempts,
      realise: (assignment) => closed.realise(core, x, assignment),
    };
  }

  async verdict(property: CoreProperty): Promise<ToolVerdict> {
    const { tool, search } = this;
    const { factory } = this.closed;
    const condition = this.conditions.get(property);
    if (!condition) throw new RangeError(`no property ${property.title} of ${tool}`);
    const broken = property.quantifier === 'never' ? condition.holds : this.isFalse(condition);
    const replay = new StatementReplay(this.policy, property);
    const isReal = (draft: Draft): boolean => replay.breaks(draft.call, draft.context);
    const allowed = this.facts.map((fact) => fact.allowed);
    const found = await reach(search, factory.and(broken, ...allowed), isReal);
    if (found.kind === 'unsettled') return { kind: 'undecided', tool, reason: found.reason };
    if (found.kind === 'reached') {
      const { inputs, open } = this.call;
      const settings = (draft: Draft) => settingsOf(draft, inputs.openAttributes(), open, undefined);
      return { kind: 'broken', tool, breach: { tool, ...minimalWitness(found.draft, settings, open.history, isReal) } };
    }
    const vacuous = await this.never(factory.not(condition.undefined), ...allowed);
    const assumptions = await this.neededFor(vacuous ? factory.not(condition.undefined) : broken);
    const method = broken === factory.false ? 'constant' : search.finder.method;
    return { kind: 'holds', tool, method, assumptions, vacuous };
  }

  close(): void {
    this.search.finder.close();
  }

  private isFalse({ holds, undefined: unknown }: Guarded): BoolTerm {
    const { factory } = this.closed;
    return factory.and(factory.not(holds), factory.not(unknown));
  }

  private async never(...terms: readonly BoolTerm[]): Promise<boolean> {
    const { finder } = this.search;
    const asked = await finder.settle([this.closed.factory.and(...terms)]);
    if (asked.kind === 'none') finder.claim(asked);
    return asked.kind === 'none';
  }

  /** Drops each assumption on trial: those without which `goal` is not known to be out of reach. */
  private async neededFor(goal: BoolTerm): Promise<readonly string[]> {
    let kept = this.facts;
    for (const fact of this.facts) {
      const fewer = kept.filter((each) => each !== fact);
      if (await this.never(goal, ...fewer.map(({ allowed }) => allowed))) kept = fewer;
    }
    return kept.map(({ assumption }) => assumption.title);
  }
}
