import type { TypeEnvironment } from '../check/environment.js';
import type { Assume, Effect, Expr, PathExpr, PolicyTree, Property, Rule, Target } from '../syntax/ast.js';
import { cached, getOrMake } from '../maps.js';
import { normaliseString } from '../values/strings.js';
import { admit } from './interpret/admit.js';
import { all, negated, type Truth } from './interpret/compare.js';
import { test } from './interpret/expressions.js';
import { testHistory } from './interpret/history.js';
import { globMatches } from './interpret/match.js';
import { readPathExpr } from './interpret/read.js';
import { presentOf } from './interpret/moment.js';
import { namedIn, type World } from './interpret/world.js';
import type { Call, Context, Decision, FiredRule } from './types.js';

/**
 * Decides one call by walking the syntax tree: the plain statement of what a policy means. It does not know the core
 * form, indexes of tests or closures, and takes from the checker only what each path means. Slow, and there to be compared with:
 * a witness counts only when this and the compiled policy agree on it. What it remembers of a policy is which rules are about a tool.
 *
 * The tree must have been checked without errors in the same environment.
 * See docs/adr/0023.
 */
export function interpretPolicy(
  tree: PolicyTree,
  environment: TypeEnvironment,
  call: Call,
  context: Context,
): Decision {
  const world = worldOf(tree, environment, call, context, null);
  const rejected = admit(world);
  if (rejected) return rejected;
  const fired: { readonly effect: Effect; readonly its: FiredRule }[] = [];
  for (const { rule, index } of rulesAbout(call.tool, tree, environment)) {
    const its = fire(rule, index, world);
    if (its) fired.push({ effect: rule.effect, its });
  }
  for (const effect of ['refuse', 'confirm', 'allow'] as const) {
    const deciding = fired.flatMap((each) => (each.effect === effect ? [each.its] : []));
    if (deciding.length > 0) return decide(effect, deciding, context);
  }
  const fallback = tree.default?.effect ?? 'refuse';
  if (fallback === 'confirm' && context.confirmed === true) return { answer: 'allow', slug: 'confirmed', deciding: [] };
  return { answer: fallback, slug: 'no_rule', deciding: [] };
}

/**
 * The truth of a property or an assumption about one call and the decision on it; null when it is undefined. A property over sessions is
 * asked of the history that comes before the call.
 */
export function interpretStatement(
  tree: PolicyTree,
  environment: TypeEnvironment,
  statement: Property | Assume,
  call: Call,
  context: Context,
  decision: Decision,
): Truth {
  const world = worldOf(tree, environment, call, context, decision);
  if (statement.kind === 'assume') return test(statement.body, world, null);
  const { body } = statement;
  return body.over === 'call' ? test(body.expr, world, null) : testHistory(body.expr, world, null);
}

function worldOf(
  tree: PolicyTree,
  environment: TypeEnvironment,
  call: Call,
  context: Context,
  decision: Decision | null,
): World {
  const { defines, lists } = namedIn(tree);
  return {
    environment,
    defines,
    lists,
    scope: environment.tools(),
    call,
    context,
    moment: presentOf(context),
    decision,
  };
}

function decide(effect: Effect, deciding: readonly FiredRule[], context: Context): Decision {
  switch (effect) {
    case 'allow':
      return { answer: 'allow', slug: 'allowed', deciding };
    case 'confirm':
      if (context.confirmed === true) return { answer: 'allow', slug: 'confirmed', deciding };
      break;
    case 'refuse':
  }
  if (deciding.every(({ cause }) => cause === 'undefined'))
    return { answer: effect, slug: 'guard_undefined', deciding };
  return { answer: effect, slug: effect === 'refuse' ? 'refused' : 'confirm_required', deciding };
}

function fire(rule: Rule, index: number, world: World): FiredRule | null {
  const truth = guard(rule, { ...world, scope: scopeOf(rule.target, world.environment) });
  if (truth === true) return { rule: idOf(rule, index), cause: 'true' };
  return truth === null && rule.effect !== 'allow' ? { rule: idOf(rule, index), cause: 'undefined' } : null;
}

const idOf = ({ annotations }: Rule, index: number): string =>
  annotations.find(({ name }) => name.text === 'id')?.value ?? `rule-${index + 1}`;

interface NumberedRule {
  readonly rule: Rule;
  readonly index: number;
}

/** Rules about tools that were asked about, by policy and environment. */
const sorted = new WeakMap<PolicyTree, WeakMap<TypeEnvironment, Map<string, readonly NumberedRule[]>>>();

/** Names of tools may be anybody's. */
const MOST_TOOLS = 1_000;

/** The rules about a tool, with their places in the policy. */
function rulesAbout(tool: string, tree: PolicyTree, environment: TypeEnvironment): readonly NumberedRule[] {
  const byEnvironment = getOrMake(sorted, tree, () => new WeakMap());
  const byTool = getOrMake(byEnvironment, environment, () => new Map<string, readonly NumberedRule[]>());
  return cached(byTool, MOST_TOOLS, tool, () =>
    tree.items
      .filter((item) => item.kind === 'rule')
      .flatMap((rule, index) => (isAbout(rule.target, tool, environment) ? [{ rule, index }] : [])),
  );
}

const scopes = new WeakMap<Target, readonly string[]>();

/** The tools that a rule is about, one list for each target. */
function scopeOf(target: Target, environment: TypeEnvironment): readonly string[] {
  if (target.kind === 'any') return environment.tools();
  const known = scopes.get(target);
  if (known) return known;
  const tools =
    target.kind === 'tools'
      ? target.names.map(({ text }) => text)
      : environment.tools().filter((tool) => isAbout(target, tool, environment));
  scopes.set(target, tools);
  return tools;
}

function isAbout(target: Target, tool: string, { catalogue }: TypeEnvironment): boolean {
  switch (target.kind) {
    case 'any':
      return true;
    case 'pattern':
      return globMatches(target.pattern, tool);
    case 'tools':
      return target.names.some(({ text }) => text === tool);
    case 'class': {
      const known = catalogue?.tools.find(({ name }) => name === tool);
      return known?.classes.some((cls) => cls === target.name.text) === true;
    }
  }
}

function guard(rule: Rule, world: World): Truth {
  const truths = rule.clauses.map((clause) => {
    const truth = clause.over === 'call' ? test(clause.body, world, null) : testHistory(clause.body, world, null);
    return clause.kind === 'unless' ? negated(truth) : truth;
  });
  return all(rule.principal ? [principalTruth(rule.principal, rule, world), ...truths] : truths);
}

/** `principal is T` as the test it abbreviates; `principal in G` goes up from the caller's groups until it meets G. */
function principalTruth({ op, name }: NonNullable<Rule['principal']>, { span }: Rule, world: World): Truth {
  const path = (attribute: string): PathExpr => ({
    kind: 'path',
    root: 'principal',
    segments: [{ text: attribute, span }],
    bare: false,
    span,
  });
  if (op === 'is') {
    const literal: Expr = { kind: 'literal', value: { type: 'string', value: name.text }, span };
    return test({ kind: 'compare', op: '==', left: path('type'), right: literal, span }, world, null);
  }
  const groups = readPathExpr(path('groups'), 'principal', world);
  if (groups.kind !== 'list') return null;
  const reached = new Set(groups.items.map((item) => (item.kind === 'string' ? item.text : '')));
  for (const group of reached) for (const above of world.environment.groups.get(group) ?? []) reached.add(above);
  return reached.has(normaliseString('keyword', name.text) ?? '');
}
