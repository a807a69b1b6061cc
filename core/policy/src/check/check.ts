import type { Catalogue, RecordType } from '@ostiary/catalogue';
import type { CoreAssumption, CorePolicy, CoreProperty, CoreRule } from '../core/ir.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { DiagnosticSink } from '../diagnostics/sink.js';
import type { Annotation, Item, PolicyTree, Rule, Span } from '../syntax/ast.js';
import { DEFAULT_LIMITS, type Limits } from '../text/limits.js';
import { SourceText } from '../text/source.js';
import { lowerRule, lowerStatement, type Workshop } from './bodies.js';
import { checkCatalogueName } from './catalogue-name.js';
import { declaredIn } from './declarations/declared.js';
import { checkClocks } from './clocks.js';
import { collectDefines, type Defines } from './defines.js';
import { createEnvironment, type TypeEnvironment } from './environment.js';
import { ToolGrouping } from './groups.js';
import { namedLists } from './lists.js';
import { buildEnvironment } from './infer/build.js';
import { ReadCollector } from './reads.js';
import { Budget, BudgetExceeded } from './scope.js';
import { SlotTable } from './slots.js';
import { ANY_TOOL, RuleScopes } from './targets.js';
import { checkTests } from './tests.js';
import { reportUnused } from './unused.js';

export interface CheckOptions {
  /** What the policy declares is added to it. With neither, types are inferred from use, and no class can be named. */
  readonly catalogue?: Catalogue;
  /** The text the tree was read from, for the lines of rules. */
  readonly source: string;
  /** Types that are known already: of a policy that this one is a part of. */
  readonly environment?: TypeEnvironment;
  readonly limits?: Partial<Limits>;
}

export interface CheckResult {
  /** Null when there is an error. */
  readonly core: CorePolicy | null;
  /** Complete when there is no error. */
  readonly environment: TypeEnvironment;
  /** In order of place. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks names and types of a policy and lowers it to the core form. Never throws for any tree the parser made. */
export function checkPolicy(tree: PolicyTree, options: CheckOptions): CheckResult {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const sink = new DiagnosticSink(limits.maxDiagnostics);
  const given = options.catalogue ?? null;
  const budget = new Budget(limits.maxNodes, limits.maxHeight * 2);
  checkCatalogueName(tree, given, sink);
  const known = declaredIn(tree, given, sink);
  const defines = collectDefines(tree, sink);
  reportUnused(tree, defines, sink);

  const environment =
    options.environment ??
    withinBudget(budget, limits, tree.span, sink, () => buildEnvironment(tree, known, defines, budget, sink));
  if (!environment) return { core: null, environment: emptyEnvironment(known.catalogue), diagnostics: sink.sorted() };
  checkTests(tree, environment, sink);
  checkClocks(tree, limits.maxZones, sink);
  const core = lowerAll(tree, environment, defines, budget, limits, sink, new SourceText(options.source));
  return { core: sink.hasErrors ? null : core, environment, diagnostics: sink.sorted() };
}

function lowerAll(
  tree: PolicyTree,
  environment: TypeEnvironment,
  defines: Defines,
  budget: Budget,
  limits: Limits,
  sink: DiagnosticSink,
  source: SourceText,
): CorePolicy {
  const { catalogue } = environment;
  const slots = new SlotTable(environment);
  const knownTools = new Set(environment.tools());
  const shared = { environment, defines, lists: namedLists(tree, sink), slots, budget, sink, knownTools };
  const workshop: Workshop = {
    shared,
    grouping: new ToolGrouping(environment, budget),
    reads: new ReadCollector(defines, budget),
  };
  const scopes = new RuleScopes(environment, sink);
  const rules: CoreRule[] = [];
  const properties: CoreProperty[] = [];
  const assumptions: CoreAssumption[] = [];
  const ids = new Set<string>();
  const lowerItem = (item: Item): void => {
    switch (item.kind) {
      case 'rule': {
        const index = rules.length;
        const tools = scopes.toolsOf(item.target);
        const variants = tools && lowerRule(workshop, item, tools);
        rules.push(coreRule(item, index, ids, variants ?? [], source, sink));
        break;
      }
      case 'property': {
        const variants = lowerStatement(workshop, scopes.everywhere, item.body) ?? [];
        properties.push({
          title: item.title,
          quantifier: item.quantifier,
          over: item.body.over,
          variants,
          span: item.span,
        });
        break;
      }
      case 'assume': {
        const variants = lowerStatement(workshop, scopes.everywhere, { over: 'call', expr: item.body }) ?? [];
        assumptions.push({ title: item.title, variants, span: item.span });
        break;
      }
      default:
        // Definitions are lowered where they are used; nothing else says what a call gets.
        break;
    }
  };
  for (const item of tree.items) {
    const done = withinBudget(budget, limits, item.span, sink, () => {
      lowerItem(item);
      return true;
    });
    if ((!done && budget.isSpent) || sink.isFull) break;
  }
  return {
    dialect: tree.dialect,
    name: tree.name?.text ?? null,
    default: tree.default?.effect ?? 'refuse',
    rules,
    properties,
    assumptions,
    slots: slots.slots,
    catalogue,
    attributes: { principal: namesOf(environment, 'principal'), session: namesOf(environment, 'session') },
    inferred: catalogue ? null : inferredArguments(environment),
    tools: environment.tools(),
  };
}

const namesOf = (environment: TypeEnvironment, root: 'principal' | 'session'): readonly string[] =>
  Object.keys(environment.record('', root)?.fields ?? {});

function inferredArguments(environment: TypeEnvironment): CorePolicy['inferred'] {
  const tools = Object.create(null) as Record<string, RecordType>;
  for (const tool of environment.tools()) {
    const record = environment.record(tool, 'args');
    if (record) tools[tool] = record;
  }
  return { tools, other: environment.record(ANY_TOOL, 'args') };
}

function coreRule(
  rule: Rule,
  index: number,
  ids: Set<string>,
  variants: CoreRule['variants'],
  source: SourceText,
  sink: DiagnosticSink,
): CoreRule {
  const given = rule.annotations.find(({ name }) => name.text === 'id');
  const id = given?.value ?? `rule-${String(index + 1)}`;
  if (ids.has(id)) sink.report('rule_id_repeated', given?.span ?? rule.effectWord.span, { id });
  ids.add(id);
  const annotations = annotationMap(rule.annotations);
  return {
    index,
    id,
    annotations,
    effect: rule.effect,
    variants,
    span: rule.span,
    ...source.position(rule.span.start),
  };
}

function annotationMap(annotations: readonly Annotation[]): Readonly<Record<string, string>> {
  const map = Object.create(null) as Record<string, string>;
  for (const { name, value } of annotations) map[name.text] = value ?? '';
  return map;
}

/** Runs a step that writes out definitions; null, and a report, when that would grow beyond the limits. */
function withinBudget<Result>(
  budget: Budget,
  limits: Limits,
  span: Span,
  sink: DiagnosticSink,
  step: () => Result,
): Result | null {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    budget.restart();
    if (error.what === 'nodes') sink.report('expansion_too_large', span, { limit: String(limits.maxNodes) });
    else sink.report('chain_too_long', span, { limit: String(limits.maxHeight) });
    return null;
  }
}

function emptyEnvironment(catalogue: Catalogue | null): TypeEnvironment {
  const none = { kind: 'record', fields: {} } as const;
  return createEnvironment({
    catalogue,
    args: new Map(),
    anyTool: null,
    principal: none,
    session: none,
    groups: new Map(),
  });
}
