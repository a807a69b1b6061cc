import type { Words } from '@ostiary/guard';
import { type Decision, type Effect, strictness } from '@ostiary/policy';
import type { BoolTerm, CallQuestions, VariedCall } from '@ostiary/policy/symbolic';
import type { Bound, Step } from '../../model/finding.js';
import { type CallsAsked, type CallsFound, type Decisions, findCalls } from './find-calls.js';
import type { Hunt } from '../hunt/hunt.js';
import type { AnsweredCall } from './varied-calls.js';

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

/** A pair as steps. */
export interface Shown<About> {
  readonly kind: 'shown';
  readonly strict: Step;
  readonly mild: Step;
  readonly about: About;
}

type PairFound<About> = Shown<About> | Extract<CallsFound, { kind: 'answered' }>;

/** A pair of calls, and where the second is answered milder. */
export const pairOf = <About>(strict: AnsweredCall, mild: AnsweredCall, about: About) => ({
  strict: strict.call,
  mild: mild.call,
  goal: mild.answer.milderThan(strict.answer),
  about,
});

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
    readonly at: CallsAsked['at'];
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
