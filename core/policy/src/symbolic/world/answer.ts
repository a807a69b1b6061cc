import type { CoreExpr, CorePolicy, CoreRule } from '../../core/ir.js';
import type { Effect } from '../../syntax/ast.js';
import { ExpressionEncoder } from '../encode/expression.js';
import type { EncodingState } from '../encode/state.js';
import type { Sym } from '../encode/sym.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm } from '../terms/term.js';
import type { Asked } from './call.js';
import { applicableRules } from '../../evaluate/compile/tool-plan.js';

/** Where a condition is true, and where it is undefined. */
export interface Guarded {
  readonly holds: BoolTerm;
  readonly undefined: BoolTerm;
}

export interface EncodedRule extends Guarded {
  readonly rule: CoreRule;
}

/** Where the answer is this effect: exactly one of the three holds. */
export type Answers = Readonly<Record<Effect, BoolTerm>>;

export const EFFECTS: readonly Effect[] = ['allow', 'confirm', 'refuse'];

/** Something of each effect. */
export const ofEach = (made: (effect: Effect) => BoolTerm): Answers => ({
  allow: made('allow'),
  confirm: made('confirm'),
  refuse: made('refuse'),
});

/** What a policy answers to a call, as terms over the unknowns of the world. Admission is not part of it. */
export interface SymbolicAnswer {
  readonly rules: readonly EncodedRule[];
  /** After tickets. */
  readonly answers: Answers;
  /** A condition on the call and its answer: of a property, or an assumption. */
  readonly about: (condition: CoreExpr) => Guarded;
}

/** The answer of a policy to a symbolic call, its rules in the order of the policy. */
export function symbolicAnswer(state: EncodingState, core: CorePolicy, x: Asked): SymbolicAnswer {
  const { factory } = state;
  const { inputs, history } = x;
  const scope = { core, tool: x.call.tool, inputs, history };
  const encoder = new ExpressionEncoder(state, scope);
  const rules = applicableRules(core, x.call.tool).map(({ rule, guard }) => ({ rule, ...encoder.guard(guard) }));
  const before = answersOf(factory, core.default, rules, factory.false);
  const answers = answersOf(factory, core.default, rules, inputs.confirmed);
  const answer = { rules: answerSym(factory, before), tickets: answerSym(factory, answers) };
  const about = new ExpressionEncoder(state, { ...scope, answer });
  return { rules, answers, about: (condition) => about.guard(condition) };
}

/** Where a rule fires: on true only, or on undefined as well. */
export function fires(factory: TermFactory, { rule, holds, undefined: unknown }: EncodedRule): BoolTerm {
  return rule.effect === 'allow' ? holds : factory.or(holds, unknown);
}

/** The strictest effect that fires, the default when none does; a ticket turns confirm into allow. */
export function answersOf(
  factory: TermFactory,
  otherwise: Effect,
  rules: readonly EncodedRule[],
  confirmed: BoolTerm,
): Answers {
  const some = (effect: Effect): BoolTerm =>
    factory.or(...rules.filter(({ rule }) => rule.effect === effect).map((rule) => fires(factory, rule)));
  const fired = { refuse: some('refuse'), confirm: some('confirm'), allow: some('allow') };
  const none = factory.not(factory.or(fired.refuse, fired.confirm, fired.allow));
  const byDefault = (effect: Effect): BoolTerm => (otherwise === effect ? none : factory.false);
  const refuse = factory.or(fired.refuse, byDefault('refuse'));
  const confirm = factory.or(factory.and(factory.not(fired.refuse), fired.confirm), byDefault('confirm'));
  const allow = factory.or(
    factory.and(factory.not(fired.refuse), factory.not(fired.confirm), fired.allow),
    byDefault('allow'),
  );
  return {
    refuse,
    confirm: factory.and(confirm, factory.not(confirmed)),
    allow: factory.or(allow, factory.and(confirm, confirmed)),
  };
}

/** The answer as properties read it. */
function answerSym(factory: TermFactory, answers: Answers): Sym {
  const options = EFFECTS.map((effect) => ({
    when: answers[effect],
    value: { kind: 'const' as const, text: effect },
  }));
  return { kind: 'string', defined: factory.true, options };
}
