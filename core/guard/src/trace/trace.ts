import {
  type Call,
  checkPolicy,
  compilePolicy,
  type Context,
  type CorePolicy,
  type Decider,
  type Decision,
  type Effect,
  interpretPolicy,
  placesRead,
  type PolicyTree,
  SourceText,
  type TypeEnvironment,
  type UndefinedCause,
  variantFor,
} from '@ostiary/policy';
import { EvaluatorsDisagree } from '../decide/decide.js';
import { missingAround } from '../decide/missing.js';
import type { PreparedPolicy } from '../prepare/prepare.js';
import { type RuleTest, splitIntoTests } from './tests.js';

export type TruthWord = 'true' | 'false' | 'undefined';

/** What one conjunct of a rule's guard said of a call. */
export interface TracedTest {
  /** As it is written. */
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly value: TruthWord;
  /** Why it is undefined. */
  readonly cause: UndefinedCause | null;
  /** The places it looks at: `args.amount`, `session.history`. */
  readonly reads: string[];
}

/** What one rule said of a call. */
export interface TracedRule {
  readonly rule: string;
  readonly effect: Effect;
  /** Of its whole guard. */
  readonly value: TruthWord;
  readonly tests: TracedTest[];
}

export interface Trace {
  /** In the order of the policy. */
  readonly rules: TracedRule[];
  /** Rules about the tool that are left out: a trace has so many at most. */
  readonly omitted: number;
}

/** Rules that a trace has at most. */
const MOST_RULES = 200;
/** Characters of a test that are shown at most. */
const MOST_TEXT = 500;

/**
 * What each test of each rule about the tool says of a call: both evaluators are asked, and must agree.
 * A call that is refused before any rule is asked has none.
 * @throws EvaluatorsDisagree
 */
export function traceCall(policy: PreparedPolicy, call: Call, context: Context, decision: Decision): Trace {
  const { core } = policy;
  const inScope = core.rules.filter(({ variants }) => variantFor(variants, call.tool) !== null);
  if (decision.pointer !== undefined || decision.slug === 'tool_unknown') return { rules: [], omitted: 0 };
  const shown = inScope.slice(0, MOST_RULES);
  const split = splitPolicy(policy, new Set(shown.map(({ id }) => id)));
  if (!split) return { rules: [], omitted: inScope.length };
  const values = valuesOf(split, call, context);
  const text = new SourceText(policy.text);
  const tests = [...split.tests].map(([id, test]) => ({
    rule: test.rule,
    traced: tracedTest(id, test, split, values, policy.text, text, call, context),
  }));
  const rules = shown.map(({ id, effect }): TracedRule => {
    const mine = tests.filter(({ rule }) => rule === id).map(({ traced }) => traced);
    const said = mine.map(({ value }) => value);
    const value = said.includes('false') ? 'false' : said.includes('undefined') ? 'undefined' : 'true';
    return { rule: id, effect, value, tests: mine };
  });
  return { rules, omitted: inScope.length - shown.length };
}

interface SplitPolicy {
  readonly core: CorePolicy;
  readonly tree: PolicyTree;
  readonly environment: TypeEnvironment;
  readonly decider: Decider;
  readonly tests: ReadonlyMap<string, RuleTest>;
}

/**
 * The tests as a policy of their own, with the types of the whole one. Null when they do not check: a guard that can never
 * hold may read what no tool has, and a part of it may not.
 */
function splitPolicy(policy: PreparedPolicy, about: ReadonlySet<string>): SplitPolicy | null {
  const { tree, tests } = splitIntoTests(policy.tree, about);
  const { core } = checkPolicy(tree, {
    source: policy.text,
    environment: policy.environment,
  });
  return core && { core, tree, environment: policy.environment, decider: compilePolicy(core), tests };
}

/** Whether each test fired, and on what; a test that did not is false. */
function valuesOf(split: SplitPolicy, call: Call, context: Context): ReadonlyMap<string, TruthWord> {
  // Confirmed or not, each test says the same; asked without a ticket, both evaluators list all that fired.
  const compiled = split.decider.decide(call, context);
  const interpreted = interpretPolicy(split.tree, split.environment, call, context);
  if (JSON.stringify(compiled) !== JSON.stringify(interpreted)) throw new EvaluatorsDisagree(compiled, interpreted);
  return new Map(compiled.deciding.map(({ rule, cause }) => [rule, cause]));
}

function tracedTest(
  id: string,
  { span }: RuleTest,
  { core, decider }: SplitPolicy,
  values: ReadonlyMap<string, TruthWord>,
  source: string,
  text: SourceText,
  call: Call,
  context: Context,
): TracedTest {
  const { line, column } = text.position(span.start);
  const written = source.slice(span.start, span.end).trim();
  const value = values.get(id) ?? 'false';
  const variants = core.rules.find((rule) => rule.id === id)?.variants ?? [];
  const guard = variantFor(variants, call.tool)?.guard;
  const truth = value === 'undefined' ? decider.holds(variants, call, context, NOBODY_ASKS) : null;
  return {
    text: written.length > MOST_TEXT ? `${written.slice(0, MOST_TEXT - 1)}…` : written,
    line,
    column,
    value,
    cause: typeof truth === 'symbol' ? (truth.description as UndefinedCause) : null,
    reads: guard ? readsOf(core, guard) : [],
  };
}

/** Only a property looks at the decision. */
const NOBODY_ASKS: Decision = { answer: 'refuse', slug: 'no_rule', deciding: [] };

type Guard = Parameters<typeof placesRead>[1][number];

function readsOf(core: CorePolicy, guard: Guard): string[] {
  const places = placesRead(core, [guard]).map(({ root, path }) => [root, ...path].join('.'));
  return [...new Set([...places, ...missingAround(guard, {})])].toSorted();
}
