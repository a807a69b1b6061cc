import type { CoreRule, Decision } from '@ostiary/policy';
import type { BoolTerm, CallQuestions, Drafts, VariedCall } from '@ostiary/policy/symbolic';
import type { Answered, Place } from '../hunt/answered.js';
import type { Hunt } from '../hunt/hunt.js';

/** Null: of a call that the catalogue does not accept. */
export type Decisions = readonly (Decision | null)[];

/** A call, calls that vary it, and what is asked of them. */
export interface CallsAsked {
  readonly questions: CallQuestions;
  readonly goal: BoolTerm;
  readonly varied?: readonly VariedCall[];
  /** Whether the decisions show the bug: of the call that is varied, then of each that varies it. */
  readonly shows: (decisions: Decisions, drafts: Drafts) => boolean;
  readonly at: Omit<Place, 'tool'>;
}

export type CallsFound =
  | { readonly kind: 'shown'; readonly drafts: Drafts; readonly decisions: Decisions }
  | { readonly kind: 'answered'; readonly answered: Answered };

/** Calls that are decided as `shows` says, by both evaluators; or what became of the question. */
export async function findCalls(hunt: Hunt, { questions, goal, varied, shows, at }: CallsAsked): Promise<CallsFound> {
  const found = await questions.find(goal, (drafts) => shows(decisionsOf(hunt, drafts), drafts), varied);
  if (found.kind === 'never') return { kind: 'answered', answered: { kind: 'clear', bound: hunt.boundOf(questions) } };
  if (found.kind === 'undecided') return { kind: 'answered', answered: { ...found, tool: questions.tool, ...at } };
  return { kind: 'shown', drafts: found.drafts, decisions: decisionsOf(hunt, found.drafts) };
}

/** Some of the calls that are asked for. */
export type Case = Pick<CallsAsked, 'goal' | 'shows'>;

/**
 * Calls as `findCalls` finds them, of the first of some cases that there is: which calls are found first has no say in what is told.
 *
 * @returns `at`: the place of the case; null where none of them was shown
 */
export async function findFirst(
  hunt: Hunt,
  asked: CallsAsked,
  cases: readonly Case[],
): Promise<
  (Extract<CallsFound, { kind: 'shown' }> & { readonly at: number | null }) | Extract<CallsFound, { kind: 'answered' }>
> {
  const found = await findCalls(hunt, asked);
  if (found.kind === 'answered') return found;
  for (const [at, each] of cases.entries()) {
    const first = await findCalls(hunt, { ...asked, ...each });
    if (first.kind === 'shown') return { ...first, at };
  }
  return { ...found, at: null };
}

/** Whether a rule is among those that decide. */
export const decides = ({ id }: CoreRule, decision: Decision | null | undefined): boolean =>
  decision?.deciding.some(({ rule }) => rule === id) ?? false;

const decisionsOf = (hunt: Hunt, drafts: Drafts): Decisions => drafts.map((draft) => hunt.decide(draft));
