import type { CoreAssumption, CoreExpr, CorePolicy, CoreProperty } from '../../core/ir.js';
import { variantFor } from '../../evaluate/compile/tool-plan.js';
import type { ReadyPolicy } from '../../evaluate/ready-policy.js';
import { placesRead } from '../../evaluate/places-read.js';
import type { Call, Context } from '../../evaluate/types.js';
import { callableTools } from '../callable-tools.js';
import { COMPLETION_LIMITS, type CompletionLimits } from '../completions/analyse.js';
import { type Draft, settingsOf } from '../completions/draft.js';
import { minimalWitness } from '../completions/minimal.js';
import { reach, type UndecidedReason } from '../completions/reach.js';
import { applicableRules, encodeAnswer, type Guarded } from '../encode/answer.js';
import type { Openness } from '../encode/inputs.js';
import { makeFinder } from '../find/finder.js';
import type { SmtSolver } from '../solver.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm } from '../terms/term.js';
import { StatementReplay } from './replay.js';

export type PropertyResult =
  /** No well-formed call to the tool breaks it. `assumptions`: the titles without which it would not be known. */
  | {
      readonly kind: 'holds';
      readonly tool: string;
      readonly method: 'constant' | 'cells' | 'z3';
      readonly exact: boolean;
      readonly assumptions: readonly string[];
    }
  /** A call and context that break it and no assumption; replayed in both evaluators, and nothing can be left out. */
  | { readonly kind: 'broken'; readonly tool: string; readonly call: Call; readonly context: Context }
  | { readonly kind: 'undecided'; readonly tool: string; readonly reason: UndecidedReason };

/** An exact encoding says that a call breaks a property, and an evaluator that it does not: a fault of this program. */
export class PropertyDisagreement extends Error {
  constructor(
    readonly title: string,
    readonly call: Call,
    readonly context: Context,
  ) {
    super(`the encoding says that a call breaks the property, the evaluators do not: ${title}`);
    this.name = 'PropertyDisagreement';
  }
}

/**
 * Whether some well-formed call breaks a property, for each tool: everything about the call and what stands around it
 * is open. `never` is broken where its condition is true, `always` where it is false. A call for which an assumption is
 * false is left out of account; one that leaves it undefined (a tool without the attribute, say) is not.
 *
 * @param index which of `core.properties`; it must be over calls.
 * @throws RangeError for a property over sessions; PropertyDisagreement
 */
export async function analyseProperty(
  policy: ReadyPolicy,
  index: number,
  solver: SmtSolver | null,
  limits: CompletionLimits = COMPLETION_LIMITS,
): Promise<readonly PropertyResult[]> {
  const { core } = policy;
  const property = core.properties[index];
  if (property?.over !== 'call') throw new RangeError(`no property over calls: ${String(index)}`);
  const replay = new StatementReplay(policy, index);
  const results: PropertyResult[] = [];
  const { tools, complete } = callableTools(core, limits.automata);
  for (const tool of tools) results.push(await forTool(core, property, tool, solver, limits, replay));
  // Some name that nobody wrote down may match patterns that none of these do.
  if (!complete) results.push({ kind: 'undecided', tool: '*', reason: 'resource_limit' });
  return results;
}

async function forTool(
  core: CorePolicy,
  property: CoreProperty,
  tool: string,
  solver: SmtSolver | null,
  limits: CompletionLimits,
  replay: StatementReplay,
): Promise<PropertyResult> {
  const condition = variantFor(property.variants, tool)?.guard;
  if (!condition) return { kind: 'holds', tool, method: 'constant', exact: true, assumptions: [] };
  const assumed = core.assumptions.flatMap((assumption) => {
    const guard = variantFor(assumption.variants, tool)?.guard;
    return guard ? [{ assumption, guard }] : [];
  });
  const call: Call = { tool, args: {} };
  const conditions = [condition, ...assumed.map(({ guard }) => guard)];
  const open = everything(core, tool, conditions);
  const encoded = encodeAnswer(core, call, {}, open, limits.automata, conditions);
  const { factory } = encoded.state;
  const [about, ...facts] = encoded.asked;
  if (!about) throw new Error('a condition was asked about');
  const broken = property.quantifier === 'never' ? about.holds : isFalse(factory, about);
  const allowed = facts.map((fact) => factory.not(isFalse(factory, fact)));
  const finder = makeFinder([broken, ...allowed, ...encoded.plain], encoded.constraints, solver, limits.finder);

  try {
    const isReal = (draft: Draft): boolean => replay.breaks(draft.call, draft.context);
    const found = await reach(core, encoded, finder, factory.and(broken, ...allowed), limits.attempts, (draft) => {
      const real = isReal(draft);
      if (!real && encoded.exact) throw new PropertyDisagreement(property.title, draft.call, draft.context);
      return real;
    });
    if (found.kind === 'unsettled') return { kind: 'undecided', tool, reason: found.reason };
    if (found.kind === 'reached') {
      const settings = (draft: Draft) => settingsOf(draft, encoded.inputs.openAttributes(), open, undefined);
      return { kind: 'broken', tool, ...minimalWitness(found.draft, settings, open.history, isReal) };
    }
    const never = async (goal: BoolTerm): Promise<boolean> =>
      goal === factory.false || (await finder.find([goal])).kind === 'none';
    const needed = await neededFacts(
      assumed.map(({ assumption }, at) => ({ assumption, allowed: allowed[at] ?? factory.true })),
      (kept) => never(factory.and(broken, ...kept)),
    );
    const method = broken === factory.false ? 'constant' : finder.method;
    return { kind: 'holds', tool, method, exact: encoded.exact, assumptions: needed };
  } finally {
    finder.close();
  }
}

/** Drops each assumption on trial: those without which the property is not known to hold. */
async function neededFacts(
  facts: readonly { readonly assumption: CoreAssumption; readonly allowed: BoolTerm }[],
  holdsWith: (kept: readonly BoolTerm[]) => Promise<boolean>,
): Promise<readonly string[]> {
  let kept = facts;
  for (const fact of facts) {
    const fewer = kept.filter((each) => each !== fact);
    if (await holdsWith(fewer.map(({ allowed }) => allowed))) kept = fewer;
  }
  return kept.map(({ assumption }) => assumption.title);
}

const isFalse = (factory: TermFactory, { holds, undefined: unknown }: Guarded): BoolTerm =>
  factory.and(factory.not(holds), factory.not(unknown));

/** Every argument the tool has, or that a policy without a catalogue reads; and all that stands around the call. */
function everything(core: CorePolicy, tool: string, conditions: readonly CoreExpr[]): Openness {
  const declared = core.catalogue?.tools.find(({ name }) => name === tool)?.args.fields;
  const read = placesRead(core, [...applicableRules(core, tool).map(({ guard }) => guard), ...conditions]);
  return {
    args: new Set(
      declared ? Object.keys(declared) : read.flatMap(({ root, path }) => (root === 'args' ? path.slice(0, 1) : [])),
    ),
    principal: true,
    session: true,
    labels: { session: true, args: true },
    rates: true,
    now: true,
    confirmed: true,
    history: true,
  };
}
