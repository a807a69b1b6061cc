import type { CoreProperty, CoreVariant } from '../../core/ir.js';
import type { ReadyPolicy } from '../../evaluate/ready-policy.js';
import { interpretPolicy, interpretStatement } from '../../evaluate/interpret.js';
import type { Call, Context, Decision } from '../../evaluate/types.js';
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

  /**
   * Whether both evaluators decide the call alike, find the property broken by it, and no assumption false of it. A property over
   * sessions is asked of the history before the call.
   */
  breaks(call: Call, context: Context): boolean {
    const decision = this.decision(call, context);
    const { variants, quantifier } = this.lowered;
    return (
      decision !== null &&
      this.agreed(variants, this.property, { call, context, decision, truth: quantifier === 'never' }) &&
      this.assumed({ call, context, decision })
    );
  }

  /** Whether both evaluators decide the call alike, and no assumption is false of it. */
  isAssumed(call: Call, context: Context): boolean {
    const decision = this.decision(call, context);
    return decision !== null && this.assumed({ call, context, decision });
  }

  /** Of both evaluators; null where they differ, or where the call is none. */
  private decision(call: Call, context: Context): Decision | null {
    const { tree, environment, decider } = this.policy;
    const decision = decider.decide(call, context);
    const plain = interpretPolicy(tree, environment, call, context);
    if (decision.answer !== plain.answer || decision.slug !== plain.slug) return null;
    return ['tool_unknown', 'argument_ill_typed', 'currency_unknown'].includes(decision.slug) ? null : decision;
  }

  private assumed(decided: Decided): boolean {
    return !this.policy.core.assumptions.some(({ variants }, at) => {
      const statement = this.assumptions[at];
      return statement !== undefined && this.agreed(variants, statement, { ...decided, truth: false });
    });
  }

  private agreed(
    variants: readonly CoreVariant[],
    statement: Property | Assume,
    { call, context, decision, truth }: Decided & { readonly truth: boolean },
  ): boolean {
    const { tree, environment, decider } = this.policy;
    return (
      decider.holds(variants, call, context, decision) === truth &&
      interpretStatement(tree, environment, statement, call, context, decision) === truth
    );
  }
}

interface Decided {
  readonly call: Call;
  readonly context: Context;
  readonly decision: Decision;
}
