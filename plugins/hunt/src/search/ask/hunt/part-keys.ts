import { digestOf, type PreparedPolicy } from '@ostiary/guard';
import { type CoreRule, type Item, within } from '@ostiary/policy';
import { type AnalysisLimits, gridOf } from '@ostiary/policy/symbolic';
import type { Part } from './part.js';

/** A hunt, as far as its answers depend on it. */
interface Hunted {
  readonly policy: PreparedPolicy;
  readonly tools: readonly string[];
  readonly options: {
    readonly sessionBound: number;
    readonly solver: object | null;
    readonly limits?: AnalysisLimits;
    readonly accepted: PreparedPolicy | null;
    readonly readings?: Readonly<Partial<Record<string, PreparedPolicy>>>;
  };
  rulesOf(tool: string): readonly CoreRule[];
}

/**
 * Names parts of a hunt by all that their answers depend on: the rules about their tools as they are written and as their attributes
 * are read; and what is the same for all parts, which is the text around the rules, the catalogue, the names of all tools, and how
 * the hunt is made. See docs/adr/0144.
 */
export class PartKeys {
  private readonly base: string;
  private readonly ofRule = new Map<CoreRule, string>();
  private readonly ofSlot: readonly string[];
  private readonly ofPart = new WeakMap<Part, string>();
  /** What is said of the policy as a whole, which only questions about all of it look at. */
  private readonly warned: string;

  constructor(private readonly hunt: Hunted) {
    const { policy, options, tools } = hunt;
    const { core, text, tree, catalogueDigest, warnings } = policy;
    const around = tree.items.filter(({ kind }) => kind !== 'rule').map((item) => written(text, item));
    const others = [options.accepted, options.readings?.['closed'], options.readings?.['strictest']];
    this.ofSlot = core.slots.map((slot) => short(slot));
    this.warned = JSON.stringify(warnings.map(({ code, detail }) => [code, detail.en]));
    this.base = digestOf([
      around,
      catalogueDigest,
      [core.dialect, core.default, tools, core.tools],
      [options.sessionBound, options.solver !== null, options.limits ?? null],
      others.map((other) => (other ? [other.version, other.catalogueDigest] : null)),
      // How finely unknown decimals are looked for depends on every constant of the policy.
      JSON.stringify(gridOf([core], { tool: '', args: {} }, {})),
    ] as never);
  }

  /** Of the questions that go by `name`. */
  of(name: string, part: Part): string {
    let known = this.ofPart.get(part);
    if (known === undefined) {
      const { hunt } = this;
      const { tools, rules } = part;
      const isWhole = rules.length === hunt.policy.core.rules.length;
      const about = new Set([...rules, ...tools.flatMap((tool) => hunt.rulesOf(tool))]);
      const inOrder = hunt.policy.core.rules.filter((rule) => about.has(rule));
      known = digestOf([this.base, isWhole ? this.warned : '', tools, inOrder.map((rule) => this.rule(rule))]);
      this.ofPart.set(part, known);
    }
    return `${name.replaceAll(' ', '-')}:${known}`;
  }

  private rule(rule: CoreRule): string {
    const known = this.ofRule.get(rule);
    if (known !== undefined) return known;
    const { text } = this.hunt.policy;
    const slots = new Set(
      rule.variants.flatMap(({ guard }) =>
        within(guard).flatMap((expr) => ('slot' in expr && expr.slot !== null ? [expr.slot] : [])),
      ),
    );
    const read = [...slots].map((slot) => this.ofSlot[slot] ?? '').toSorted();
    const made = short([rule.id, text.slice(rule.span.start, rule.span.end), ...read].join('\n'));
    this.ofRule.set(rule, made);
    return made;
  }
}

/** Half a digest: what is kept is of one project, so nobody gains by making two alike. */
const short = (value: unknown): string => digestOf(value).slice('sha256:'.length, 'sha256:'.length + 32);

const written = (text: string, { span }: Item): string => text.slice(span.start, span.end);
