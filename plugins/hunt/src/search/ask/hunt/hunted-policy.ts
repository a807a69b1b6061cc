import type { Tool } from '@ostiary/catalogue';
import type { PreparedPolicy } from '@ostiary/guard';
import { type CoreExpr, type CoreRule, variantFor } from '@ostiary/policy';
import { type AnalysisLimits, callableTools, type SmtSolver } from '@ostiary/policy/symbolic';
import type { AnswerCache } from '../../cache/answer-cache.js';
import { kept } from './kept.js';
import { PartKeys } from './part-keys.js';
import type { Part } from './part.js';

export interface HuntOptions {
  readonly solver: SmtSolver | null;
  readonly limits?: AnalysisLimits;
  /** The longest session that is looked at, in calls. */
  readonly sessionBound: number;
  /** The version of the policy that was accepted, to compare with. */
  readonly accepted: PreparedPolicy | null;
  readonly readings?: Readings;
  /** What was answered before, of this policy or another one. */
  readonly answers?: AnswerCache;
}

/**
 * Ways in which a policy of others can be read that are not the way of its language. `closed`: a rule that confirms or refuses also does
 * where its condition has no value. `strictest`: of the rules that hold the strictest wins, wherever they stand.
 */
type Reading = 'closed' | 'strictest';

/** Of a policy that was imported: the same policy read otherwise, its rules under the same ids. None: it means the same. */
export type Readings = Readonly<Partial<Record<Reading, PreparedPolicy>>>;

/** A policy that is hunted: its tools, the rules about each, and the parts into which questions about it fall. */
export class HuntedPolicy {
  /** Those that may be called, and one name for each kind of others. */
  readonly tools: readonly string[];
  /** Rules that may be about tools of yet other names. */
  protected readonly beyond: readonly CoreRule[];
  private readonly rulesBy = new Map<string, readonly CoreRule[]>();
  private readonly toolsBy = new Map<CoreRule, readonly string[]>();
  private readonly parts = new Map<string, Part>();
  private readonly partsBy = new Map<string, readonly Part[]>();
  private keys: PartKeys | null = null;

  constructor(
    readonly policy: PreparedPolicy,
    readonly options: HuntOptions,
  ) {
    const { tools, complete } = callableTools(policy.core, options.limits?.automata);
    // In whatever order they are declared: bugs of several tools are told of the first.
    this.tools = tools.toSorted();
    this.beyond = complete
      ? []
      : policy.core.rules.filter(({ variants }) => variants.some((each) => each.tools === null));
  }

  /** The rules about a tool, in the order of the policy. */
  rulesOf(tool: string): readonly CoreRule[] {
    return kept(this.rulesBy, tool, () => this.policy.core.rules.filter((rule) => this.guardOf(rule, tool) !== null));
  }

  /** Null: the rule is not about the tool. */
  guardOf({ variants }: CoreRule, tool: string): CoreExpr | null {
    return variantFor(variants, tool)?.guard ?? null;
  }

  /** The catalogue's entry. */
  entry(tool: string): Tool | null {
    return this.policy.catalogue?.tools.find(({ name }) => name === tool) ?? null;
  }

  /** The tools that a rule is about. */
  toolsOf(rule: CoreRule): readonly string[] {
    return kept(this.toolsBy, rule, () => this.tools.filter((tool) => this.guardOf(rule, tool) !== null));
  }

  /** Of the questions about some tools. */
  partOf(...tools: readonly string[]): Part {
    return kept(this.parts, JSON.stringify(tools), () => {
      const [tool, ...others] = tools;
      if (tool !== undefined && others.length === 0) return { tools, rules: this.rulesOf(tool) };
      const about = new Set(tools.flatMap((each) => this.rulesOf(each)));
      return { tools, rules: this.policy.core.rules.filter((rule) => about.has(rule)) };
    });
  }

  /** The parts that classes ask about one by one; see `BugClass.each`. */
  partsOf(each: 'tool' | 'rules' | 'all'): readonly Part[] {
    return kept(this.partsBy, each, () => {
      const { rules } = this.policy.core;
      if (each === 'tool') return this.tools.map((tool) => this.partOf(tool));
      if (each === 'all') return [{ tools: this.tools, rules }];
      const byTools = Map.groupBy(rules, (rule) => JSON.stringify(this.toolsOf(rule)));
      return [...byTools.values()].map((alike) => ({ tools: alike[0] ? this.toolsOf(alike[0]) : [], rules: alike }));
    });
  }

  /** What answers to the questions that go by `name` are kept under. */
  keyOf(name: string, part: Part): string {
    this.keys ??= new PartKeys(this);
    return this.keys.of(name, part);
  }
}
