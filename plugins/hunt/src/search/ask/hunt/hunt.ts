import { digestOf } from '@ostiary/guard';
import { type CoreRule, placesRead } from '@ostiary/policy';
import {
  analyseProperties,
  type BoolTerm,
  coverageOf,
  type Draft,
  type Exists,
  type PropertyResult,
  type RuleTerms,
} from '@ostiary/policy/symbolic';
import type { AboutTool } from './about-tool.js';
import { AskedPolicy, type Rechecked } from './asked-policy.js';
import { kept } from './kept.js';

/** What several classes want to know of a policy: of its rules, of its properties, and whatever was kept of an earlier hunt. */
export class Hunt extends AskedPolicy {
  private readonly facts = new Map<string, Promise<Rechecked<unknown>>>();
  private stated: Promise<Rechecked<readonly PropertyResult[]>> | null = null;

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
}
