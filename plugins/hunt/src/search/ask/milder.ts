import type { Words } from '@ostiary/guard';
import { type CoreRule, type Decision, type Effect, strictness } from '@ostiary/policy';
import type { BoolTerm, CallQuestions, Draft, VariedCall } from '@ostiary/policy/symbolic';
import type { Bound, Step } from '../model/finding.js';
import type { Answered } from './answered.js';
import type { Hunt } from './hunt.js';

/** Where a question is asked. */
interface Place {
  readonly rules: readonly CoreRule[];
  readonly tool: string;
  readonly attribute: string;
}

/** Null: of a call that the catalogue does not accept. */
export type Decisions = readonly (Decision | null)[];

/** Calls that vary one, and what is asked of them. */
export interface CallsAsked {
  readonly questions: CallQuestions;
  readonly goal: BoolTerm;
  readonly varied: readonly VariedCall[];
  /** Whether the decisions show the bug: of the call that is varied, then of each that varies it. */
  readonly shows: (decisions: Decisions, drafts: readonly Draft[]) => boolean;
  readonly at: Place;
}

type CallsFound =
  | { readonly kind: 'shown'; readonly drafts: readonly Draft[]; readonly decisions: Decisions }
  | { readonly kind: 'answered'; readonly answered: Answered };

/** Calls that are decided as `shows` says, by both evaluators; or what became of the question. */
export async function findCalls(hunt: Hunt, { questions, goal, varied, shows, at }: CallsAsked): Promise<CallsFound> {
  const decided = (drafts: readonly Draft[]): Decisions => drafts.map((draft) => hunt.decide(draft));
  const found = await questions.find(goal, (drafts) => shows(decided(drafts), drafts), varied);
  if (found.kind === 'never') return { kind: 'answered', answered: { kind: 'clear', bound: hunt.boundOf(questions) } };
  if (found.kind === 'undecided') return { kind: 'answered', answered: { ...found, ...at } };
  return { kind: 'shown', drafts: found.drafts, decisions: decided(found.drafts) };
}

/** Whether the first of two calls that the catalogue accepts is answered less strictly. */
export const isMilder = (one: Decision | null | undefined, other: Decision | null | undefined): boolean =>
  !!one && !!other && strictness[one.answer] < strictness[other.answer];

/** Two calls that differ in how one thing is said, of which the second should not be answered milder than the first. */
interface Pair<About> {
  readonly strict: VariedCall;
  readonly mild: VariedCall;
  /** Of the second, where it must be that. */
  readonly only?: Effect;
  readonly about: About;
}

type PairFound<About> =
  | { readonly kind: 'shown'; readonly strict: Step; readonly mild: Step; readonly about: About }
  | Extract<CallsFound, { kind: 'answered' }>;

/** Of pairs that are a few ways to write a thing, of which there are more. */
export const triedOf = (pairs: readonly Pick<Pair<unknown>, 'mild'>[]): Bound => ({
  kind: 'tried',
  k: new Set(pairs.map(({ mild }) => mild)).size,
});

/** The first of some pairs of which the second call is answered milder: the same one, whichever is found first. */
export async function findMilder<About>(
  hunt: Hunt,
  questions: CallQuestions,
  pairs: readonly (Pair<About> & { readonly goal: BoolTerm })[],
  options: {
    readonly at: Place;
    readonly shows?: (strict: Decision, mild: Decision) => boolean;
    readonly labels?: (about: About) => readonly [Words, Words];
    /** What is known when none is: as much as of any question, unless it says less. */
    readonly bound?: Bound;
  },
): Promise<PairFound<About>> {
  const { at, shows = () => true, labels, bound } = options;
  const varied = pairs.flatMap(({ strict, mild }) => [strict, mild]);
  const real = ([, ...decisions]: Decisions, some = pairs): number =>
    pairs.findIndex((pair, index) => {
      const [strict, mild] = decisions.slice(2 * index);
      const isOne = some.includes(pair) && (pair.only === undefined || mild?.answer === pair.only);
      return isOne && !!strict && !!mild && isMilder(mild, strict) && shows(strict, mild);
    });
  const ask = (some: typeof pairs): Promise<CallsFound> =>
    findCalls(hunt, {
      questions,
      goal: questions.factory.or(...some.map(({ goal }) => goal)),
      varied,
      shows: (decisions) => real(decisions, some) >= 0,
      at,
    });
  let found = await ask(pairs);
  if (found.kind === 'answered')
    return found.answered.kind === 'clear' && bound ? { kind: 'answered', answered: { kind: 'clear', bound } } : found;
  for (let first = real(found.decisions); first > 0;) {
    const earlier = await ask(pairs.slice(0, first));
    if (earlier.kind === 'answered') break;
    found = earlier;
    first = real(found.decisions);
  }
  const index = real(found.decisions);
  const [strict, mild] = found.drafts.slice(1 + 2 * index);
  const about = pairs[index]?.about;
  if (!strict || !mild || about === undefined) throw new RangeError('a pair of less than two');
  const [one, other] = labels?.(about) ?? [null, null];
  return { kind: 'shown', strict: hunt.step(strict, one), mild: hunt.step(mild, other), about };
}
