import { strictness } from '../../core/effect.js';
import type { CorePolicy, CoreRule } from '../../core/ir.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm } from '../terms/term.js';
import { type Answers, answersOf, type EncodedRule, fires, type SymbolicAnswer } from '../world/answer.js';

/** Where a rule about the tool fires, and why. */
export interface RuleTerms extends EncodedRule {
  /** True, or undefined as well if the rule makes the answer stricter. */
  readonly fires: BoolTerm;
}

/** What a policy answers to a call, as terms: exactly one of `allow`, `confirm` and `refuse` holds. */
export class AnswerTerms implements Answers {
  readonly allow: BoolTerm;
  readonly confirm: BoolTerm;
  readonly refuse: BoolTerm;

  private constructor(
    private readonly factory: TermFactory,
    private readonly core: CorePolicy,
    private readonly confirmed: BoolTerm,
    /** In the order of the policy. */
    readonly rules: readonly RuleTerms[],
  ) {
    ({
      allow: this.allow,
      confirm: this.confirm,
      refuse: this.refuse,
    } = answersOf(factory, core.default, rules, confirmed));
  }

  static of(factory: TermFactory, core: CorePolicy, confirmed: BoolTerm, { rules }: SymbolicAnswer): AnswerTerms {
    return new AnswerTerms(
      factory,
      core,
      confirmed,
      rules.map((rule) => ({ ...rule, fires: fires(factory, rule) })),
    );
  }

  /** Where a rule fires: nowhere if it is about other tools. */
  firing(rule: CoreRule): BoolTerm {
    return this.rules.find((each) => each.rule === rule)?.fires ?? this.factory.false;
  }

  /** Where some rule fires; elsewhere the default decides. */
  get ruled(): BoolTerm {
    return this.factory.or(...this.rules.map((each) => each.fires));
  }

  /** The answer of the policy without some of its rules. */
  without(...left: readonly CoreRule[]): AnswerTerms {
    const kept = this.rules.filter(({ rule }) => !left.includes(rule));
    return new AnswerTerms(this.factory, this.core, this.confirmed, kept);
  }

  /** Where a rule decides: it fires, and no stricter one does. */
  decidedBy({ rule, fires: fired }: RuleTerms): BoolTerm {
    const { factory } = this;
    const stricter = this.rules.filter((each) => strictness[each.rule.effect] > strictness[rule.effect]);
    return factory.and(fired, factory.not(factory.or(...stricter.map((each) => each.fires))));
  }

  /**
   * Where the answer is another one without one of its rules: the rule fires, no other of its effect or a stricter one does, and what is
   * answered then is not the same by a ticket, or by the default.
   */
  differsWithout(left: RuleTerms): BoolTerm {
    const { rule } = left;
    const { factory, core, confirmed } = this;
    const others = this.rules.filter((each) => each.rule !== rule);
    const silent = (some: readonly RuleTerms[]): BoolTerm =>
      factory.and(...some.map((each) => factory.not(each.fires)));
    const milder = others.filter((each) => strictness[each.rule.effect] < strictness[rule.effect]);
    const alone = factory.and(left.fires, silent(others.filter((each) => !milder.includes(each))));
    if (core.default === rule.effect) {
      const passes = factory.or(...milder.map((each) => each.fires));
      return factory.and(alone, passes, rule.effect === 'confirm' ? factory.not(confirmed) : factory.true);
    }
    if (rule.effect === 'refuse') return alone;
    // A ticket makes one of what is allowed and what is to be confirmed: what tells is a refusal by default.
    const refused = core.default === 'refuse' ? silent(milder) : factory.false;
    return factory.and(alone, factory.or(factory.not(confirmed), refused));
  }

  /** Where this answer is less strict than the other one. */
  milderThan({ allow, refuse }: Answers): BoolTerm {
    const { factory } = this;
    return factory.or(factory.and(this.allow, factory.not(allow)), factory.and(factory.not(this.refuse), refuse));
  }

  /** Where the two answers are not the same. */
  differsFrom(other: Answers): BoolTerm {
    const { factory } = this;
    const same = (['allow', 'confirm', 'refuse'] as const).map((effect) => factory.and(this[effect], other[effect]));
    return factory.not(factory.or(...same));
  }
}
