import type { CoreProperty } from '../../core/ir.js';
import type { ReadyPolicy } from '../../evaluate/ready-policy.js';
import { interpretPolicy, interpretStatement } from '../../evaluate/interpret.js';
import type { Call, Context, Decider } from '../../evaluate/types.js';
import type { Assume, Property } from '../../syntax/ast.js';

/** Judges one property, and all assumptions, about single calls: by the compiled policy and by the interpreter. */
export class StatementReplay {
  private readonly property: Property;
  private readonly assumptions: readonly Assume[];

  constructor(
    private readonly policy: ReadyPolicy,
    private readonly lowered: CoreProperty,
  ) {
    const { items } = policy.tree;
    const property = items.filter((item): item is Property => item.kind === 'property')[
      policy.core.properties.indexOf(lowered)
    ];
    if (!property) throw new RangeError(`no property of the policy: ${lowered.title}`);
    this.property = property;
    this.assumptions = items.filter((item): item is Assume => item.kind === 'assume');
  }

  /** Whether both evaluators decide the call alike, find the property broken by it, and no assumption false of it. */
  breaks(call: Call, context: Context): boolean {
    const { core, tree, environment, decider } = this.policy;
    const decision = decider.decide(call, context);
    const plain = interpretPolicy(tree, environment, call, context);
    if (decision.answer !== plain.answer || decision.slug !== plain.slug) return false;
    if (['tool_unknown', 'argument_ill_typed', 'currency_unknown'].includes(decision.slug)) return false;
    const agreed = (variants: Parameters<Decider['holds']>[0], statement: Property | Assume, truth: boolean): boolean =>
      decider.holds(variants, call, context, decision) === truth &&
      interpretStatement(tree, environment, statement, call, context, decision) === truth;
    const { variants, quantifier } = this.lowered;
    if (!agreed(variants, this.property, quantifier === 'never')) return false;
    return !core.assumptions.some((assumption, at) => {
      const statement = this.assumptions[at];
      return statement !== undefined && agreed(assumption.variants, statement, false);
    });
  }
}
