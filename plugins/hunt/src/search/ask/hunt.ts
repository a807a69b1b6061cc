import { decideOnce, digestOf, interpretOnce, type PreparedPolicy, type Words } from '@ostiary/guard';
import type { Tool } from '@ostiary/catalogue';
import {
  type CoreExpr,
  type CoreRule,
  type Decision,
  type Effect,
  placesRead,
  strictest,
  variantFor,
  within,
} from '@ostiary/policy';
import {
  ANALYSIS_LIMITS,
  type AnalysisLimits,
  analyseProperties,
  type Asker,
  type BoolTerm,
  CallQuestions,
  callableTools,
  type Claim,
  coverageOf,
  type Draft,
  type Exists,
  type PropertyResult,
  type QuestionOptions,
  Recheck,
  type RuleTerms,
  type SmtSolver,
} from '@ostiary/policy/symbolic';
import type { Bound, Step } from '../model/finding.js';
import { AboutTool } from './about-tool.js';
import type { AnswerCache } from '../cache/answer-cache.js';
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

/** Answers that come before any rule is asked: the catalogue does not accept the call. */
const UNADMITTED: readonly string[] = [
  'tool_unknown',
  'argument_unknown',
  'argument_missing',
  'argument_ill_typed',
  'currency_unknown',
];

/** What a hunt asks about: one policy, its tools, and the questions that several classes share. */
export class Hunt {
  /** Those that may be called, and one name for each kind of others. */
  readonly tools: readonly string[];
  /** Rules that may be about tools of yet other names. */
  private readonly beyond: readonly CoreRule[];
  private confirmed: boolean | null = null;
  /** Who asks at present. */
  private asker = newAsker();
  private readonly recheck: Recheck;
  private readonly rulesBy = new Map<string, readonly CoreRule[]>();
  private readonly parts = new Map<string, Part>();
  private readonly partsBy = new Map<string, readonly Part[]>();
  private readonly toolsBy = new Map<CoreRule, readonly string[]>();
  private readonly facts = new Map<string, Promise<Rechecked<unknown>>>();
  private readonly unfit = new Map<string, AboutTool>();
  private readonly shared = new Map<string, AboutTool>();
  private keys: PartKeys | null = null;
  private stated: Promise<Rechecked<readonly PropertyResult[]>> | null = null;

  constructor(
    readonly policy: PreparedPolicy,
    readonly options: HuntOptions,
  ) {
    const { tools, complete } = callableTools(policy.core, options.limits?.automata);
    const { solver, limits = ANALYSIS_LIMITS } = options;
    this.recheck = new Recheck(solver, limits.finder.rlimit);
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

  /** Whether some rule asks whether a person has confirmed the call. */
  private get asksConfirmed(): boolean {
    this.confirmed ??= asksConfirmed(this.policy);
    return this.confirmed;
  }

  /** Questions of one class about one tool. @param steps see `QuestionOptions` */
  questions(tool: string, steps?: number, others: readonly Pick<PreparedPolicy, 'core'>[] = []): CallQuestions {
    return this.own(this.opened(tool, [this.policy, ...others], steps === undefined ? {} : { steps }));
  }

  /** Questions about single calls of a tool, with any history, for terms that classes do not share. */
  ownQuestions(tool: string): CallQuestions {
    return this.own(this.opened(tool, [this.policy], { confirmed: this.asksConfirmed }));
  }

  /**
   * What is asked here is answered as if it were all that is asked: no model and no lemma of other questions has a say in it. What was
   * opened for it is let go of. What was decided without the solver is put to it before anybody hears of it. See docs/adr/0159.
   *
   * @throws Contradicted the solver says otherwise
   */
  async apart<T>(ask: () => Promise<T>): Promise<Rechecked<T>> {
    const before = this.asker;
    const asker = newAsker();
    this.asker = asker;
    try {
      const made = await ask();
      const own = await this.recheck.unconfirmed(asker.claims);
      return { made, unconfirmed: [...asker.facts.values()].reduce((sum, each) => sum + each, own) };
    } finally {
      this.asker = before;
      for (const questions of asker.own) questions.close();
      for (const { questions } of [...this.shared.values(), ...this.unfit.values()]) questions.forget(asker);
    }
  }

  /** What answers to the questions that go by `name` are kept under. */
  keyOf(name: string, part: Part): string {
    this.keys ??= new PartKeys(this);
    return this.keys.of(name, part);
  }

  /** Where what is decided without the solver goes, for whom asks at present. */
  get claims(): Claim[] {
    return this.asker.claims;
  }

  private own(questions: CallQuestions): CallQuestions {
    this.asker.own.push(questions);
    return questions;
  }

  /** Questions about single calls of a tool, with any history, under this policy and another version of it. */
  questionsOfVersions(tool: string, other: Pick<PreparedPolicy, 'core'>): CallQuestions {
    const confirmed = this.asksConfirmed || asksConfirmed(other);
    return this.own(this.opened(tool, [this.policy, other], { confirmed }));
  }

  private opened(
    tool: string,
    policies: readonly Pick<PreparedPolicy, 'core'>[],
    more: Pick<QuestionOptions, 'steps' | 'unfit' | 'confirmed'>,
  ): CallQuestions {
    const { solver, limits } = this.options;
    const cores = policies.map(({ core }) => core);
    return new CallQuestions(cores, tool, { solver, ...(limits && { limits }), ...more, asker: () => this.asker });
  }

  /** Questions about single calls of a tool, with any history, which classes share. */
  about(tool: string): AboutTool {
    return kept(this.shared, tool, () => {
      const guards = this.rulesOf(tool).flatMap((rule) => {
        const guard = this.guardOf(rule, tool);
        return guard ? [[rule, guard] as const] : [];
      });
      const questions = this.opened(tool, [this.policy], { confirmed: this.asksConfirmed });
      return new AboutTool(this.policy.core, questions, guards);
    });
  }

  /** The same of calls around which things may be missing that the catalogue requires, or be of no type: nothing admits them. */
  aboutUnfit(tool: string): AboutTool {
    return kept(this.unfit, tool, () => {
      const questions = this.opened(tool, [this.policy], { unfit: true, confirmed: this.asksConfirmed });
      return new AboutTool(this.policy.core, questions, []);
    });
  }

  /** The tools that a rule is about. */
  toolsOf(rule: CoreRule): readonly string[] {
    return kept(this.toolsBy, rule, () => this.tools.filter((tool) => this.guardOf(rule, tool) !== null));
  }

  /** What is known of the properties over calls, in the order of the policy. */
  async properties(): Promise<readonly PropertyResult[]> {
    const { solver, limits } = this.options;
    this.stated ??= this.apart(() => analyseProperties(this.policy, solver, limits, this.claims));
    return this.used('properties', await this.stated);
  }

  /** Whether some call makes the guard of a rule true. */
  async canBeTrue(rule: CoreRule): Promise<Exists> {
    return this.ofSomeTool(
      rule,
      'true',
      ({ holds }) => holds,
      (each, draft) => this.truth(each, draft) === true,
    );
  }

  /** Whether some call of a tool that a rule is about is not one for which it fires. */
  async canBeSilent(rule: CoreRule): Promise<Exists> {
    const silent = ({ fires }: RuleTerms, { questions }: AboutTool): BoolTerm => questions.factory.not(fires);
    return this.ofSomeTool(rule, 'silent', silent, (each, draft) => !this.fires(each, draft));
  }

  /** Whether there is such a call of some tool that a rule is about. */
  private async ofSomeTool(
    rule: CoreRule,
    name: string,
    goal: (terms: RuleTerms, about: AboutTool) => BoolTerm,
    isReal: (rule: CoreRule, draft: Draft) => boolean,
  ): Promise<Exists> {
    let open: Exists | null = null;
    for (const tool of this.toolsOf(rule)) {
      const known = await this.fact(name, tool, async () => {
        const about = this.about(tool);
        const found: Exists[] = [];
        for (const each of this.rulesOf(tool)) {
          const real = (draft: Draft): boolean => this.decide(draft) !== null && isReal(each, draft);
          found.push(await about.questions.exists(goal(about.ofRule(each), about), real));
        }
        return found;
      });
      const found = known[this.rulesOf(tool).indexOf(rule)];
      if (found?.kind === 'found') return found;
      if (found?.kind === 'undecided') open ??= found;
    }
    return open ?? { kind: 'never' };
  }

  /** The stricter rules that fire wherever a rule does, none of which can be left out; none where it decides some call. */
  async coveredBy(rule: CoreRule): Promise<readonly CoreRule[]> {
    if (this.beyond.includes(rule)) return [];
    const by = new Set<string>();
    for (const tool of this.toolsOf(rule)) {
      const found = (await this.coverage(tool))[this.rulesOf(tool).indexOf(rule)];
      if (!found) return [];
      for (const id of found) by.add(id);
    }
    return this.policy.core.rules.filter(({ id }) => by.has(id));
  }

  /** For each rule about a tool the ids of the stricter ones that fire for every call of it for which the rule does; null where there are none. */
  coverage(tool: string): Promise<readonly (readonly string[] | null)[]> {
    const { solver, limits } = this.options;
    return this.fact('coverage', tool, async () =>
      (await coverageOf(this.policy.core, tool, solver, limits)).map((each, at) => {
        if (each?.kind !== 'covered') return null;
        this.claimCovered(tool, this.rulesOf(tool)[at], each.by);
        return each.by.map(({ id }) => id);
      }),
    );
  }

  /** Boxes told it, and no solver: where none of the two reads who calls, it is the same of calls around which nothing is missing. */
  private claimCovered(tool: string, rule: CoreRule | undefined, by: readonly CoreRule[]): void {
    if (!rule) return;
    const guards = [rule, ...by].flatMap((each) => this.guardOf(each, tool) ?? []);
    const readsAround = placesRead(this.policy.core, guards).some(({ root }) => root !== 'args');
    const about = readsAround ? this.aboutUnfit(tool) : this.about(tool);
    const { factory } = about.questions;
    about.questions.claim([about.ofRule(rule).fires, ...by.map((each) => factory.not(about.ofRule(each).fires))]);
  }

  /** What several classes want to know of all rules about a tool: reckoned once, apart from what they ask themselves. JSON. */
  async fact<T>(name: string, tool: string, reckon: () => Promise<T>): Promise<T> {
    const fact = kept(this.facts, `${name} ${tool}`, async () => {
      const { answers } = this.options;
      if (!answers) return this.apart(reckon);
      const key = this.keyOf(name, this.partOf(tool));
      const known = answers.get(key);
      if (known !== undefined) return JSON.parse(known) as Rechecked<T>;
      const made = await this.apart(reckon);
      answers.set(key, JSON.stringify(made));
      return made;
    });
    return this.used(`${name} ${tool}`, (await fact) as Rechecked<T>);
  }

  /** What rests on something is no surer than that. */
  used<T>(name: string, { made, unconfirmed }: Rechecked<T>): T {
    if (unconfirmed > 0) this.asker.facts.set(name, unconfirmed);
    return made;
  }

  /** What depends on `name` and on the rules about some tools alone, and may be known from before. JSON. */
  remembered<T>(name: string, tools: readonly string[], reckon: () => T): T {
    const { answers } = this.options;
    if (!answers) return reckon();
    const key = this.keyOf(digestOf(name), this.partOf(...tools));
    const known = answers.get(key);
    if (known !== undefined) return JSON.parse(known) as T;
    const made = reckon();
    answers.set(key, JSON.stringify(made));
    return made;
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

  /** A text that is the same of rules whose guards are the same for every tool; null where that was not settled. */
  async meaningOf(rule: CoreRule, terms: readonly ('holds' | 'fires')[]): Promise<string | null> {
    const parts: string[] = [];
    for (const tool of this.toolsOf(rule))
      for (const term of terms) {
        const same = await this.fact(`same ${term}`, tool, () => this.about(tool).same(term));
        const first = same[this.rulesOf(tool).indexOf(rule)] ?? null;
        if (first === null) return null;
        parts.push(`${tool} ${String(first)}`);
      }
    return parts.join(' ');
  }

  /** Whether a rule fires for a call. */
  fires(rule: CoreRule, draft: Draft): boolean {
    const truth = this.truth(rule, draft);
    return truth === true || (truth === null && rule.effect !== 'allow');
  }

  /** Whether the guard of a rule is true of a call; null where it has no truth, false also where the rule is not about its tool. */
  truth(rule: CoreRule, draft: Draft): boolean | null {
    const guard = this.guardOf(rule, draft.call.tool);
    return guard ? this.truthOf(guard, draft) : false;
  }

  /** The truth of a test of a rule. */
  truthOf(guard: CoreExpr, { call, context }: Draft): boolean | null {
    const { decider } = this.policy;
    const held = decider.holds([{ tools: null, guard }], call, context, decider.decide(call, context));
    return typeof held === 'symbol' ? null : held;
  }

  /** The answer of both evaluators; null when they differ, or when the call is not one that the catalogue accepts. */
  decide({ call, context }: Draft, policy: PreparedPolicy = this.policy): Decision | null {
    const [compiled, plain] = [decideOnce(policy, call, context), interpretOnce(policy, call, context)];
    const same =
      compiled.slug === plain.slug &&
      compiled.answer === plain.answer &&
      idsOf(compiled).join() === idsOf(plain).join();
    return same && !UNADMITTED.includes(compiled.slug) ? compiled : null;
  }

  /** What a call would be answered if some rules were not there. */
  answerWithout(left: readonly CoreRule[], draft: Draft): Effect {
    const fired = this.rulesOf(draft.call.tool).filter((rule) => !left.includes(rule) && this.fires(rule, draft));
    const effects = fired.length === 0 ? [this.policy.core.default] : fired.map(({ effect }) => effect);
    const answer = effects.reduce(strictest);
    return answer === 'confirm' && draft.context.confirmed === true ? 'allow' : answer;
  }

  /** A draft as a step of a witness. @throws RangeError when it does not replay: it was confirmed before */
  step(draft: Draft, label: Words | null = null, policy: PreparedPolicy = this.policy): Step {
    const decision = this.decide(draft, policy);
    if (!decision) throw new RangeError('a witness that does not replay');
    const { answer, slug } = decision;
    return { ...draft, answer, slug, deciding: idsOf(decision), label };
  }

  /** What the answers to `questions` hold for. */
  boundOf({ bound }: CallQuestions): Bound {
    return bound === null ? { kind: 'exact' } : { kind: 'bounded', k: bound };
  }

  close(): void {
    this.recheck.close();
    for (const questions of this.asker.own) questions.close();
    for (const { questions } of [...this.shared.values(), ...this.unfit.values()]) questions.close();
  }
}

/** What was made, and how much of what it rests on was decided without the solver, which, asked again, did not know. */
export interface Rechecked<T> {
  readonly made: T;
  readonly unconfirmed: number;
}

/** One for whom questions are asked, and those that are asked by nobody else. */
interface HuntAsker extends Asker {
  readonly own: CallQuestions[];
  readonly claims: Claim[];
  /** Of what it used that several use, how much is unconfirmed. */
  readonly facts: Map<string, number>;
}

const newAsker = (): HuntAsker => ({ own: [], claims: [], facts: new Map() });

function kept<Key, Kept>(by: Map<Key, Kept>, name: Key, make: () => Kept): Kept {
  const found = by.get(name) ?? make();
  by.set(name, found);
  return found;
}

const idsOf = ({ deciding }: Decision): readonly string[] => deciding.map(({ rule }) => rule);

const asksConfirmed = ({ core }: Pick<PreparedPolicy, 'core'>): boolean =>
  core.rules.some(({ variants }) =>
    variants.some(({ guard }) => [...within(guard)].some(({ op }) => op === 'confirmed')),
  );
