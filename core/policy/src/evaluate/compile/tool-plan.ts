import type { CoreExpr, CorePolicy, CoreRule, CoreVariant } from '../../core/ir.js';
import type { Effect } from '../../syntax/ast.js';
import { globMatcher } from '../../values/match/glob-matcher.js';
import type { FiredRule } from '../types.js';
import type { Frame } from '../frame.js';
import { RuleTable } from './rule-table.js';
import type { CompiledRule, RuleCompiler } from './rules.js';
import { cached, getOrMake } from '../../maps.js';
import { globsOf } from '../../core/walk.js';

/** Rules in one table. Bounds its bit sets, whose number grows with the constants of its rules. */
const TABLE_SIZE = 256;

const STRICTEST_FIRST = ['refuse', 'confirm', 'allow'] as const satisfies readonly Effect[];

interface Judgement {
  readonly effect: Effect;
  /** In policy order. */
  readonly fired: readonly FiredRule[];
}

/** The rules one tool is subject to, strictest effect first. */
export class ToolPlan {
  private readonly tables: readonly { readonly effect: Effect; readonly rules: readonly RuleTable[] }[];

  constructor(core: CorePolicy, tool: string, compiler: RuleCompiler) {
    const rules = applicableRules(core, tool).map(({ rule, guard }) => compiler.rule(rule, guard));
    this.tables = STRICTEST_FIRST.map((effect) => ({
      effect,
      rules: tablesOf(rules.filter((rule) => rule.effect === effect)),
    }));
  }

  /** Of its tables, in bytes. */
  get size(): number {
    return this.tables.reduce((sum, { rules }) => sum + rules.reduce((bytes, table) => bytes + table.size, 0), 0);
  }

  /** The strictest effect for which a rule fires, with all its rules that do; null when none fires. */
  judge(frame: Frame): Judgement | null {
    for (const { effect, rules } of this.tables) {
      const fired: FiredRule[] = [];
      for (const table of rules) table.collect(frame, effect !== 'allow', fired);
      if (fired.length > 0) return { effect, fired };
    }
    return null;
  }
}

function tablesOf(rules: readonly CompiledRule[]): readonly RuleTable[] {
  const count = Math.ceil(rules.length / TABLE_SIZE);
  return Array.from({ length: count }, (_, i) => new RuleTable(rules.slice(i * TABLE_SIZE, (i + 1) * TABLE_SIZE)));
}

/** The guard that applies to a tool: the one that names it, else the one for all tools no other names (and a glob matches). */
export function variantFor(variants: readonly CoreVariant[], tool: string): CoreVariant | null {
  return (
    variants.find(({ tools }) => tools !== null && names(tools, tool)) ??
    variants.find(({ tools, like }) => tools === null && (like === undefined || matches(like, tool))) ??
    null
  );
}

type ApplicableRules = readonly { readonly rule: CoreRule; readonly guard: CoreExpr }[];

const applicable = new WeakMap<CorePolicy, Map<string, ApplicableRules>>();
const MAX_APPLICABLE = 100;

/** The rules about a tool, each with its guard for it. */
export function applicableRules(core: CorePolicy, tool: string): ApplicableRules {
  const known = getOrMake(applicable, core, () => new Map<string, ApplicableRules>());
  return cached(known, MAX_APPLICABLE, tool, () =>
    core.rules.flatMap((rule) => {
      const variant = variantFor(rule.variants, tool);
      return variant ? [{ rule, guard: variant.guard }] : [];
    }),
  );
}

const matchers = new Map<string, (text: string) => boolean>();
const MAX_MATCHERS = 1_000;

const matches = (glob: string, tool: string): boolean =>
  cached(matchers, MAX_MATCHERS, glob, () => globMatcher(glob))(tool);

/**
 * A key for each tool: equal only for tools that the same variants apply to. Tools that a policy does not name differ by the globs
 * they match, so a caller who makes names up cannot make up many keys.
 */
export function toolKeys(core: CorePolicy): (tool: string) => string {
  const known = new Set(core.tools);
  const matchersOf = [...globsOf(core)].map(globMatcher);
  return (tool) => (known.has(tool) ? tool : `\u0000${matchersOf.map((match) => Number(match(tool))).join('')}`);
}

const LONG = 16;
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether a list names a tool. Many rules share one long list, so it is worth a set. */
function names(tools: readonly string[], tool: string): boolean {
  if (tools.length < LONG) return tools.includes(tool);
  return getOrMake(sets, tools, () => new Set(tools)).has(tool);
}
