import type { CoreExpr, CorePolicy, CoreRule } from '../../core/ir.js';
import { gridOf } from './grid.js';
import { variantFor } from '../../evaluate/compile/tool-plan.js';
import type { Call, Context } from '../../evaluate/types.js';
import type { Effect } from '../../syntax/ast.js';
import { AUTOMATA_LIMITS, type AutomataLimits } from '../automata/dfa.js';
import { resolveStrings, type StringDecoding } from '../strings/resolve.js';
import type { StringVariable } from '../strings/variable.js';
import { Substitution } from '../terms/substitute.js';
import type { BoolTerm } from '../terms/term.js';
import { ExpressionEncoder } from './expression.js';
import { GivenHistory, type HistorySource, NoHistory } from './history.js';
import { Inputs, type Openness } from './inputs.js';
import { listUse } from './list-use.js';
import { OpenHistory } from './open-history.js';
import { EncodingState } from './state.js';
import type { Sym } from './sym.js';

/** Where a condition is true, and where it is undefined. */
export interface Guarded {
  readonly holds: BoolTerm;
  readonly undefined: BoolTerm;
}

export interface EncodedRule extends Guarded {
  readonly rule: CoreRule;
}

/** The answer to one call as terms over everything that is open. */
export interface EncodedAnswer {
  readonly state: EncodingState;
  readonly inputs: Inputs;
  /** Set when the history is open. */
  readonly history: OpenHistory | null;
  readonly rules: readonly EncodedRule[];
  /** The conditions that were asked about, in their order. */
  readonly asked: readonly Guarded[];
  /** Where the answer after tickets is this effect; exactly one of the three is true. */
  readonly answers: Readonly<Record<Effect, BoolTerm>>;
  /** What holds of every well-formed completion. */
  readonly constraints: readonly BoolTerm[];
  readonly strings: ReadonlyMap<StringVariable, StringDecoding>;
  /** True when models and completions correspond one to one as far as the answer goes; else models are more. */
  readonly exact: boolean;
  /** Preferences for models that can be built; not needed for soundness. */
  readonly plain: readonly BoolTerm[];
}

/** Rules that apply to a tool, with the guard for it. */
export function applicableRules(
  core: CorePolicy,
  tool: string,
): { readonly rule: CoreRule; readonly guard: CoreExpr }[] {
  return core.rules.flatMap((rule) => {
    const variant = variantFor(rule.variants, tool);
    return variant ? [{ rule, guard: variant.guard }] : [];
  });
}

/**
 * Encodes what the evaluator answers to `call` in `context`, both taken as they are except where `open` says otherwise.
 * Admission is not part of it: the call must be one that the catalogue admits. `asked`: conditions on the call and its
 * answer (properties, assumptions) that are encoded beside it.
 */
export function encodeAnswer(
  core: CorePolicy,
  call: Call,
  context: Context,
  open: Openness,
  limits: AutomataLimits = AUTOMATA_LIMITS,
  asked: readonly CoreExpr[] = [],
): EncodedAnswer {
  const state = new EncodingState();
  state.grid = gridOf(core, call, context);
  const { factory } = state;
  const applicable = applicableRules(core, call.tool);
  const inputs = new Inputs(
    state,
    core,
    call,
    context,
    open,
    listUse([...applicable.map(({ guard }) => guard), ...asked]),
  );
  const openHistory = open.history ? new OpenHistory(state, inputs) : null;
  const history: HistorySource = openHistory ?? givenHistory(state, inputs, context);
  const encoder = new ExpressionEncoder(state, { core, tool: call.tool, inputs, history });
  const encoded = applicable.map(({ rule, guard }) => ({ rule, ...encoder.guard(guard) }));
  const before = answerTerms(state, core.default, encoded, factory.false);
  const after = answerTerms(state, core.default, encoded, inputs.confirmed);
  const about = new ExpressionEncoder(state, {
    core,
    tool: call.tool,
    inputs,
    history,
    answer: { rules: answerSym(state, before), tickets: answerSym(state, after) },
  });
  const conditions = asked.map((condition) => about.guard(condition));
  inputs.askRequired();

  const resolution = resolveStrings(state.strings, state.equalities, factory, limits);
  const plain = [...state.plain, ...(openHistory?.plain ?? []), ...resolution.preferences];
  const substitution = new Substitution(factory, resolution.replacements);
  const resolved = ({ holds, undefined: unknown }: Guarded): Guarded => ({
    holds: substitution.bool(holds),
    undefined: substitution.bool(unknown),
  });
  const rules = encoded.map((each) => ({ rule: each.rule, ...resolved(each) }));
  inputs.noteOverlaps();
  return {
    state,
    inputs,
    history: openHistory,
    rules,
    asked: conditions.map(resolved),
    answers: answerTerms(state, core.default, rules, inputs.confirmed),
    constraints: [...state.constraints, ...resolution.constraints].map((term) => substitution.bool(term)),
    strings: resolution.decoding,
    exact: resolution.exact && state.approximations.size === 0,
    plain: plain.map((term) => substitution.bool(term)),
  };
}

function givenHistory(state: EncodingState, inputs: Inputs, { history }: Context): HistorySource {
  return history ? new GivenHistory(state, inputs, history, history.length, inputs.now.time) : new NoHistory(state);
}

/** The answer as properties read it. */
function answerSym({ factory }: EncodingState, answers: Readonly<Record<Effect, BoolTerm>>): Sym {
  const options = (['allow', 'confirm', 'refuse'] as const).map((effect) => ({
    when: answers[effect],
    value: { kind: 'const' as const, text: effect },
  }));
  return { kind: 'string', defined: factory.true, options };
}

/** The strictest effect that fires, the default when none does; a ticket turns confirm into allow. */
function answerTerms(
  state: EncodingState,
  otherwise: Effect,
  rules: readonly EncodedRule[],
  confirmed: BoolTerm,
): Readonly<Record<Effect, BoolTerm>> {
  const { factory } = state;
  const fires = (effect: Effect): BoolTerm =>
    factory.or(
      ...rules
        .filter(({ rule }) => rule.effect === effect)
        .map((each) => (effect === 'allow' ? each.holds : factory.or(each.holds, each.undefined))),
    );
  const fired = { refuse: fires('refuse'), confirm: fires('confirm'), allow: fires('allow') };
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
