import type { Catalogue, RecordType } from '@ostiary/catalogue';
import type { CoreAssumption, CorePolicy, CoreProperty, CoreRule } from '../core/ir.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { DiagnosticSink } from '../diagnostics/sink.js';
import type { Annotation, Item, Name, PolicyTree, Rule } from '../syntax/ast.js';
import { DEFAULT_LIMITS, type Limits } from '../text/limits.js';
import { SourceText } from '../text/source.js';
import { lowerRule, lowerStatement, type Workshop } from './bodies.js';
import { checkCatalogueName } from './catalogue-name.js';
import { declaredIn } from './declarations/declared.js';
import { checkClocks } from './clocks.js';
import { collectDefines } from './defines.js';
import { createEnvironment, type TypeEnvironment } from './environment.js';
import { ToolGrouping } from './groups.js';
import { namedLists } from './lists.js';
import type { Shared } from './lower/context.js';
import { buildEnvironment } from './infer/build.js';
import { ReadCollector } from './reads.js';
import { Budget } from './scope.js';
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
  const budget = new Budget(limits, sink);
  checkCatalogueName(tree, given, sink);
  const known = declaredIn(tree, given, sink);
  const defines = collectDefines(tree, sink);
  reportUnused(tree, defines, sink);

  const environment =
    options.environment ?? budget.keep(tree.span, () => buildEnvironment(tree, known, defines, budget, sink));
  if (!environment) return { core: null, environment: emptyEnvironment(known.catalogue), diagnostics: sink.sorted() };
  checkTests(tree, environment, sink);
  checkClocks(tree, limits.maxZones, sink);
  const core = lowerAll(tree, { environment, defines, budget, sink }, new SourceText(options.source));
  return { core: sink.hasErrors ? null : core, environment, diagnostics: sink.sorted() };
}

type Given = Pick<Shared, 'environment' | 'defines' | 'budget' | 'sink'>;

function lowerAll(tree: PolicyTree, given: Given, source: SourceText): CorePolicy {
  const { environment, defines, budget, sink } = given;
  const { catalogue } = environment;
  const slots = new SlotTable(environment);
  const knownTools = new Set(environment.tools());
  const workshop: Workshop = {
    shared: { ...given, lists: namedLists(tree, sink), slots, knownTools },
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
        const id = idOf(item, index);
        if (ids.has(id.text)) sink.report('rule_id_repeated', id.span, { id: id.text });
        ids.add(id.text);
        rules.push(coreRule(item, index, id.text, variants ?? [], source));
        break;
      }
      case 'property': {
        const variants = lowerStatement(workshop, scopes.everywhere, item.body) ?? [];
        const { title, quantifier, body, span } = item;
        properties.push({ title, quantifier, over: body.over, variants, span });
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
    const done = budget.keep(item.span, () => {
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

/** The id that a rule is given, or the one of its place. */
function idOf({ annotations, effectWord }: Rule, index: number): Name {
  const given = annotations.find(({ name }) => name.text === 'id');
  return { text: given?.value ?? `rule-${String(index + 1)}`, span: given?.span ?? effectWord.span };
}

function coreRule(
  { annotations, effect, span }: Rule,
  index: number,
  id: string,
  variants: CoreRule['variants'],
  source: SourceText,
): CoreRule {
  return { index, id, annotations: annotationMap(annotations), effect, variants, span, ...source.position(span.start) };
}

function annotationMap(annotations: readonly Annotation[]): Readonly<Record<string, string>> {
  const map = Object.create(null) as Record<string, string>;
  for (const { name, value } of annotations) map[name.text] = value ?? '';
  return map;
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
