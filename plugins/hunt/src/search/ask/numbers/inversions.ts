import type { Type } from '@ostiary/catalogue';
import type { CoreRule } from '@ostiary/policy';
import { ANY_VALUE, type AnswerTerms, type BoolTerm, type CallQuestions, type Draft } from '@ostiary/policy/symbolic';
import type { Step } from '../../model/finding.js';
import { aboveBounds } from '../calls/amounts.js';
import type { Answered } from '../hunt/answered.js';
import { decidingRules } from '../calls/deciding.js';
import { type CallsAsked, type Decisions, findFirst } from '../calls/find-calls.js';
import type { Hunt } from '../hunt/hunt.js';
import { boundTests } from './inversion-repairs.js';
import { isMilder } from '../calls/milder.js';
import { words } from '../hunt/text.js';
import { Untied } from '../calls/tied.js';

/** The money and the whole numbers of a tool on which rules have bounds. */
export function numbersOf(hunt: Hunt, tool: string): ReadonlyMap<string, Type> {
  const bounds = hunt.rulesOf(tool).flatMap((rule) => boundTests(hunt, rule, tool));
  const numbers = bounds.filter(({ ofItem, type }) => !ofItem && ['money', 'int'].includes(type.kind));
  return new Map(numbers.map(({ name, type }) => [name, type]));
}

/** An amount between two is stricter than both; the smaller of two is confirmed and the larger allowed; only what is large is allowed. */
export type InversionKind = 'between' | 'inverted' | 'only_large';

/** What is asked of one kind: where it is so, and the answer to the call that is answered milder. */
export interface InversionGoal {
  readonly kind: InversionKind;
  readonly goal: BoolTerm;
  readonly mildest: AnswerTerms;
}

/** A pair of calls that shows an inversion, or three. */
export interface Inversion {
  readonly kind: InversionKind;
  readonly drafts: readonly Draft[];
  /** Places of those that show it: between, less, more, most. */
  readonly shown: readonly number[];
}

/** What is looked for: where, and whether what was found is that, by its kind and by what is decided of the call that is answered milder. */
interface Case {
  readonly goal: BoolTerm;
  readonly isOne: (kind: InversionKind, mildest: Decisions[number] | undefined) => boolean;
}

/** A call, and three that differ from it in one number alone: one with less, one with more, one beyond every bound that a rule has on it. */
export class FourAmounts {
  readonly questions: CallQuestions;
  /** Whether there is an amount beyond every bound. */
  readonly hasTop: boolean;
  readonly below: BoolTerm;
  readonly above: BoolTerm;
  /** Between, less, more, most. */
  readonly answers: readonly [AnswerTerms, AnswerTerms, AnswerTerms, AnswerTerms];
  readonly far: BoolTerm;
  private readonly varied: readonly ReturnType<CallQuestions['vary']>[];
  private readonly untied: Untied;
  private readonly plain: readonly BoolTerm[];

  constructor(
    private readonly hunt: Hunt,
    readonly tool: string,
    readonly name: string,
    readonly type: Type,
  ) {
    const { core } = hunt.policy;
    const questions = hunt.questions(tool, 1);
    const { x } = questions;
    const huge = type.kind === 'money' && type.currencyFrom === undefined ? aboveBounds(hunt, tool, name, type) : null;
    const vary = (raw: unknown) => questions.vary({ args: { [name]: raw } });
    const [less, more, most] = [vary(ANY_VALUE), vary(ANY_VALUE), vary(huge ?? ANY_VALUE)];
    const at = { root: 'args', path: [name], type } as const;
    this.questions = questions;
    this.hasTop = huge !== null;
    this.below = questions.compare(less, x, at, '<').holds;
    this.above = questions.compare(x, more, at, '<').holds;
    this.far = questions.compare(x, most, at, '<').holds;
    const low = questions.answer(core, less);
    this.answers = [questions.answer(core), low, questions.answer(core, more), questions.answer(core, most)];
    this.varied = [less, more, most];
    this.untied = new Untied(hunt, tool, name);
    const [mid, , high, top] = this.answers;
    this.plain = this.untied.terms(questions, [low, mid, high, top]);
  }

  /** Where no rule speaks of a call. */
  silent({ rules }: AnswerTerms): BoolTerm {
    const { factory } = this.questions;
    return factory.and(...rules.map(({ fires }) => factory.not(fires)));
  }

  /** Where a rule refuses a call. */
  refused({ rules }: AnswerTerms): BoolTerm {
    const { factory } = this.questions;
    return factory.or(...rules.filter(({ rule }) => rule.effect === 'refuse').map(({ fires }) => fires));
  }

  /** Of several kinds the first that there is, and of one kind what is allowed, whichever call is found first. */
  async first(
    goals: readonly InversionGoal[],
  ): Promise<Inversion | { readonly kind: 'answered'; readonly answered: Answered }> {
    const { factory } = this.questions;
    const any = this.asked({ goal: factory.or(...goals.map(({ goal }) => goal)), isOne: () => true });
    const cases = goals.flatMap(({ kind, goal, mildest }): readonly Case[] => [
      {
        goal: factory.and(goal, mildest.allow),
        isOne: (one, decision) => one === kind && decision?.answer === 'allow',
      },
      { goal, isOne: (one) => one === kind },
    ]);
    const found = await findFirst(
      this.hunt,
      any,
      cases.map((each) => this.asked(each)),
    );
    if (found.kind === 'answered') return found;
    const shown = this.shownBy(found.decisions) ?? [];
    return { kind: kindOf(shown), drafts: found.drafts, shown };
  }

  /** The calls that show it, the smallest amount first. */
  stepsOf({ drafts, shown }: Inversion): readonly Step[] {
    const labels = [
      words('smaller', 'menor'),
      words('in between', 'no meio'),
      words('larger', 'maior'),
      words('larger', 'maior'),
    ];
    return BY_AMOUNT.filter((index) => shown.includes(index)).flatMap((index) => {
      const draft = drafts[index];
      const label = index === 0 && shown.length === 2 ? labels[0] : labels[BY_AMOUNT.indexOf(index)];
      return draft ? [this.hunt.step(draft, label ?? null)] : [];
    });
  }

  /** The rules that decide a call of some such pair or three. */
  deciding({ kind, drafts, shown }: Inversion, goals: readonly InversionGoal[]): Promise<readonly CoreRule[]> {
    const { factory } = this.questions;
    const ofKind = goals.flatMap((each) => (each.kind === kind ? [each.goal] : []));
    const answers = shown.flatMap((index): readonly (readonly [number, AnswerTerms])[] => {
      const answer = this.answers[index];
      return answer ? [[index, answer]] : [];
    });
    return decidingRules(
      this.hunt,
      this.asked({ goal: factory.and(...ofKind), isOne: (one) => one === kind }),
      answers,
      drafts,
    );
  }

  private asked({ goal, isOne }: Case): CallsAsked {
    const { questions, varied, name } = this;
    return {
      questions,
      goal: questions.factory.and(...this.plain, goal),
      varied,
      shows: (decisions) => {
        const places = this.shownBy(decisions);
        return places !== null && isOne(kindOf(places), decisions[places.at(-1) ?? 0]);
      },
      at: { rules: [], attribute: `args.${name}` },
    };
  }

  /** The calls that show it, as places in the decisions. */
  private shownBy([mid, low, high, top]: Decisions): readonly number[] | null {
    const free = (decision: Decisions[number] | undefined): boolean => !!decision && this.untied.has(decision);
    if (!mid || !free(mid)) return null;
    const isBump = free(low) && free(high) && isMilder(low, mid) && isMilder(high, mid);
    if (this.type.kind === 'int')
      return isBump && (mid.answer !== 'refuse' || mid.deciding.length === 0) ? [1, 0, 2] : null;
    if (mid.answer === 'confirm' && high?.answer === 'allow' && free(high)) return [0, 2];
    if (isBump) return [1, 0, 2];
    return this.hasTop && mid.deciding.length === 0 && free(top) && isMilder(top, mid) ? [0, 3] : null;
  }
}

/** Less, between, more, most. */
const BY_AMOUNT: readonly number[] = [1, 0, 2, 3];

const kindOf = (shown: readonly number[]): InversionKind =>
  shown.length === 3 ? 'between' : shown.includes(3) ? 'only_large' : 'inverted';
