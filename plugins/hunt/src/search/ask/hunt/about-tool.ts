import type { CoreExpr, CorePolicy, CoreRule } from '@ostiary/policy';
import type { AnswerTerms, BoolTerm, CallQuestions, RuleTerms } from '@ostiary/policy/symbolic';
import { conjunctsOf, disjunctsOf } from '../guards/tests.js';

/** A test of a guard, and where it lets its rule fire. */
export interface TestTerms {
  readonly test: CoreExpr;
  readonly holds: BoolTerm;
  /** True, or undefined as well if the rule makes the answer stricter. */
  readonly fires: BoolTerm;
}

/** A test that must hold, and those of which one must for it to; itself where it is no disjunction. */
export interface ConjunctTerms extends TestTerms {
  readonly parts: readonly TestTerms[];
}

/** What classes ask of single calls of one tool, whatever came before and whatever stands around them. */
export class AboutTool {
  readonly answer: AnswerTerms;
  /** That events have all that rules read of them. */
  readonly wholeEvents: BoolTerm;
  private readonly byRule: ReadonlyMap<CoreRule, RuleTerms>;
  private readonly tests: ReadonlyMap<CoreRule, readonly ConjunctTerms[]>;

  constructor(
    core: CorePolicy,
    readonly questions: CallQuestions,
    guards: readonly (readonly [CoreRule, CoreExpr])[],
  ) {
    this.answer = questions.answer(core);
    this.byRule = new Map(this.answer.rules.map((each) => [each.rule, each]));
    const { factory } = questions;
    const termsOf = (test: CoreExpr, { effect }: CoreRule): TestTerms => {
      const { holds, undefined: unknown } = questions.truth(core, test);
      return { test, holds, fires: effect === 'allow' ? holds : factory.or(holds, unknown) };
    };
    this.tests = new Map(
      guards.map(([rule, guard]) => [
        rule,
        conjunctsOf(guard).map((test) => ({
          ...termsOf(test, rule),
          parts: disjunctsOf(test).map((part) => termsOf(part, rule)),
        })),
      ]),
    );
    this.wholeEvents = questions.wholeEvents();
  }

  /** Where the call is not one that a person has agreed to already. */
  get unconfirmed(): BoolTerm {
    const { x, factory } = this.questions;
    return factory.not(x.inputs.confirmed);
  }

  /** @throws RangeError of a rule about other tools */
  ofRule(rule: CoreRule): RuleTerms {
    const found = this.byRule.get(rule);
    if (!found) throw new RangeError('a rule about other tools');
    return found;
  }

  /** What the guard of each rule is the same as, among those of all rules about the tool; null where that was not settled. */
  same(term: 'holds' | 'fires'): Promise<readonly (number | null)[]> {
    return this.questions.sameAs(this.answer.rules.map((each) => each[term]));
  }

  /** The tests of its guard that must all hold. */
  testsOf(rule: CoreRule): readonly ConjunctTerms[] {
    return this.tests.get(rule) ?? [];
  }
}
