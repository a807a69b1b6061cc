import { type CoreRule, type Decider, strictness } from '@ostiary/policy';
import type { Call, Context } from '@ostiary/policy';
import type { Outcome } from './outcome.js';

interface RuleCoverage {
  readonly rule: string;
  readonly line: number;
  readonly effect: CoreRule['effect'];
  readonly fired: number;
  readonly decided: number;
  readonly undefined: number;
}

/** How often each rule fired and decided. A rule that never fires is untested by the table, or dead. */
export class Coverage {
  private readonly counts: readonly { fired: number; decided: number; undefined: number }[];
  private readonly rulesOf = new Map<string, readonly CoreRule[]>();

  constructor(private readonly decider: Decider) {
    this.counts = decider.policy.rules.map(() => ({ fired: 0, decided: 0, undefined: 0 }));
  }

  add({ answer, slug, deciding }: Outcome, call: Call, context: Context): void {
    for (const { rule, cause } of deciding) {
      this.count(rule, cause === 'undefined');
      const counts = this.counts[rule];
      if (counts) counts.decided += 1;
    }
    if (answer === null || deciding.length === 0) return;
    // Stricter rules than the answer did not fire, or it would be theirs; which weaker ones did, only asking tells.
    for (const rule of this.rulesFor(call.tool)) {
      if (strictness[rule.effect] >= strictness[answer]) continue;
      const truth = this.decider.holds(rule.variants, call, context, {
        answer,
        slug: slug === 'row_invalid' ? 'no_rule' : slug,
        deciding,
      });
      if (truth === true || (typeof truth === 'symbol' && rule.effect !== 'allow'))
        this.count(rule.index, truth !== true);
    }
  }

  private count(rule: number, isUndefined: boolean): void {
    const counts = this.counts[rule];
    if (counts === undefined) return;
    counts.fired += 1;
    if (isUndefined) counts.undefined += 1;
  }

  private rulesFor(tool: string): readonly CoreRule[] {
    const known = this.rulesOf.get(tool);
    if (known) return known;
    const { rules, tools } = this.decider.policy;
    const found = rules.filter(({ variants }) =>
      variants.some((variant) => variant.tools === null || variant.tools.includes(tool)),
    );
    // Names of tools are the caller's choice: only those the policy knows are kept.
    if (tools.includes(tool)) this.rulesOf.set(tool, found);
    return found;
  }

  get result(): readonly RuleCoverage[] {
    return this.decider.policy.rules.map(({ id, index, line, effect }) => ({
      rule: id,
      line,
      effect,
      ...(this.counts[index] ?? { fired: 0, decided: 0, undefined: 0 }),
    }));
  }
}
