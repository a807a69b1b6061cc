import {
  type Call,
  type Context,
  type CoreRule,
  type Decider,
  type Decision,
  strictness,
  variantFor,
} from '@ostiary/policy';

export interface RuleCoverage {
  readonly rule: string;
  readonly line: number;
  readonly effect: CoreRule['effect'];
  readonly fired: number;
  readonly decided: number;
  readonly undefined: number;
}

/** How often each rule fired and decided. A rule that never fires is untested by the table, or dead. */
export class Coverage {
  private readonly counts: ReadonlyMap<string, { fired: number; decided: number; undefined: number }>;
  private readonly effects: ReadonlyMap<string, CoreRule['effect']>;
  private readonly rulesOf = new Map<string, readonly CoreRule[]>();

  constructor(private readonly decider: Decider) {
    this.effects = new Map(decider.policy.rules.map(({ id, effect }) => [id, effect]));
    this.counts = new Map(decider.policy.rules.map(({ id }) => [id, { fired: 0, decided: 0, undefined: 0 }]));
  }

  add(decision: Decision, call: Call, context: Context): void {
    for (const { rule, cause } of decision.deciding) {
      const counts = this.count(rule, cause === 'undefined');
      if (counts) counts.decided += 1;
    }
    const [first] = decision.deciding;
    const decided = first && this.effects.get(first.rule);
    if (decided === undefined) return;
    // Stricter rules than those that decided did not fire, or it would be they; which weaker ones did, only asking tells.
    for (const rule of this.rulesFor(call.tool)) {
      if (strictness[rule.effect] >= strictness[decided]) continue;
      const truth = this.decider.holds(rule.variants, call, context, decision);
      if (truth === true || (typeof truth === 'symbol' && rule.effect !== 'allow')) this.count(rule.id, truth !== true);
    }
  }

  private count(rule: string, isUndefined: boolean): { decided: number } | undefined {
    const counts = this.counts.get(rule);
    if (counts === undefined) return undefined;
    counts.fired += 1;
    if (isUndefined) counts.undefined += 1;
    return counts;
  }

  private rulesFor(tool: string): readonly CoreRule[] {
    const known = this.rulesOf.get(tool);
    if (known) return known;
    const { rules, tools } = this.decider.policy;
    const found = rules.filter(({ variants }) => variantFor(variants, tool) !== null);
    // Names of tools are the caller's choice: only those the policy knows are kept.
    if (tools.includes(tool)) this.rulesOf.set(tool, found);
    return found;
  }

  /** Adds what was counted in another table of the same policy: the counts of its rules, in order. */
  join(others: readonly Pick<RuleCoverage, 'fired' | 'decided' | 'undefined'>[]): void {
    for (const [at, counts] of [...this.counts.values()].entries()) {
      const other = others[at];
      if (other === undefined) throw new RangeError('the counts are those of another policy');
      counts.fired += other.fired;
      counts.decided += other.decided;
      counts.undefined += other.undefined;
    }
  }

  get result(): readonly RuleCoverage[] {
    return this.decider.policy.rules.map(({ id, line, effect }) => ({
      rule: id,
      line,
      effect,
      ...(this.counts.get(id) ?? { fired: 0, decided: 0, undefined: 0 }),
    }));
  }
}
