import type { PreparedPolicy } from '@ostiary/guard';
import { type CoreOf, type Effect, strictness, type Value } from '@ostiary/policy';
import type {
  AgentSession,
  BoolTerm,
  PlayedStep,
  SessionFound,
  SessionStep,
  UndecidedReason,
} from '@ostiary/policy/symbolic';
import type { Bound } from '../../model/finding.js';
import { boundOf } from '../hunt/answered.js';
import type { PlacedCondition } from './conditions.js';
import type { Hunt } from '../hunt/hunt.js';
import { type Edit, mended } from '../written/mend.js';
import { lastOf, milderThan, type SessionShape, sessionsOf, toolsAround } from './sessions.js';

/** What a condition lets through that it would not if it were written as `policy` writes it. */
export type Weakness =
  | {
      readonly kind: 'found';
      readonly tool: string;
      readonly steps: readonly PlayedStep[];
      /** Tried in place of the present one. */
      readonly policy: PreparedPolicy;
    }
  | { readonly kind: 'clear'; readonly bound: Bound }
  | { readonly kind: 'undecided'; readonly reason: UndecidedReason; readonly tool: string }
  /** It cannot be written so. */
  | { readonly kind: 'unasked' };

export interface WeaknessQuestion {
  readonly condition: PlacedCondition;
  readonly edits: readonly (Edit | null)[];
  /** Of the tools that the rule decides, those that it is asked of. */
  readonly tools: readonly string[];
  readonly shape?: Pick<SessionShape, 'callers' | 'from'>;
  /** Calls of one kind, for counts and sums that no short session reaches. */
  readonly again?: (step: SessionStep, at: number) => SessionStep;
}

/** The longest session that a condition on single events is tried with: each event takes one call, or one more for what it needs. */
const FEW = 4;
/** The most calls that are repeated to reach a count. */
const MOST_REPEATED = 120;

/**
 * Whether some session ends in a call that gets a milder answer than it would with the condition mended: for an answer of `allow`
 * first, then for one of `confirm`.
 */
export async function weaknessOf(hunt: Hunt, question: WeaknessQuestion): Promise<Weakness> {
  const { condition, edits, tools } = question;
  const { expr } = condition;
  if (edits.some((edit) => edit === null)) return { kind: 'unasked' };
  const policy = mended(
    hunt,
    edits.flatMap((edit) => edit ?? []),
  );
  if (!policy) return { kind: 'unasked' };
  const isMany = expr.op === 'count' && expr.bound >= hunt.options.sessionBound;
  let bound: number | null = null;
  for (const answer of ['allow', 'confirm'] as const)
    for (const tool of tools) {
      const around = toolsAround(
        hunt,
        tool,
        condition.role === 'limits' && expr.event.tools.includes(tool) ? [] : expr.event.tools,
      );
      const shape = { ...question.shape, tools: around, ...(expr.op !== 'count' && { most: FEW }) };
      if (isMany && answer === 'confirm') continue;
      const repeating = { tool, policy, shape, answer, again: question.again };
      const short = isMany
        ? await repeated(hunt, repeating)
        : await milderThan(hunt, tool, policy, answer === 'confirm' ? { ...shape, most: FEW } : shape, answer);
      const found =
        short.kind === 'never' && expr.op === 'sum' ? ((await spent(hunt, repeating, expr)) ?? short) : short;
      if (found.kind === 'undecided') return { ...found, tool };
      if (found.kind === 'found') return { kind: 'found', tool, steps: found.steps, policy };
      if (answer === 'allow' && found.bound !== null) bound = Math.min(bound ?? found.bound, found.bound);
    }
  return { kind: 'clear', bound: boundOf({ bound }) };
}

interface Repeating {
  readonly tool: string;
  readonly policy: PreparedPolicy;
  readonly shape: SessionShape;
  readonly answer: Effect;
  readonly again: WeaknessQuestion['again'];
}

/** One call, made again and again until the mended policy answers it more strictly. @param goal what else is true of the call */
function repeated(
  hunt: Hunt,
  { tool, policy, shape, answer, again = (step) => step }: Repeating,
  goal: (session: AgentSession) => BoolTerm = ({ factory }) => factory.true,
): Promise<SessionFound> {
  const questions = sessionsOf(hunt, { ...shape, tools: [tool], most: 1 }, [policy]);
  return questions.repeat(
    (session) =>
      session.factory.and(session.last.isOf([tool]), session.lastAnswer(hunt.policy.core)[answer], goal(session)),
    (step, at) => again(later(step, at), at),
    (steps) => {
      const last = lastOf(steps);
      const theirs = hunt.decide(last.draft, policy)?.answer;
      return last.answer === answer && !!theirs && strictness[theirs] > strictness[answer];
    },
    MOST_REPEATED,
    answer,
  );
}

/** A call some seconds later, which a person confirms where that is asked for. */
const later = (step: SessionStep, at: number): SessionStep => ({
  ...step,
  agreed: true,
  context: { ...step.context, now: (step.context.now ?? 0) + at * SECOND_MS },
});

const SECOND_MS = 1_000;

/** Numbers of calls that are tried in turn: a few large amounts before many small ones. */
const CALLS = [5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50, 64, 80, 100];

/**
 * Calls that spend a limit which no short session reaches, each of an equal share of it or more. Null where that finds none: the limit is
 * then decided for short sessions alone, as its bound says.
 */
async function spent(
  hunt: Hunt,
  repeating: Repeating,
  { event, field, fieldTypes, bound }: CoreOf<'sum'>,
): Promise<SessionFound | null> {
  const { tool } = repeating;
  const type = fieldTypes[event.tools.indexOf(tool)];
  const inCalls = async (calls: number): Promise<SessionFound | null> => {
    const least = shareOf(bound, calls);
    if (!type || least === null) return null;
    const found = await repeated(hunt, repeating, (session) => session.lastCarries(tool, field, type, least));
    return found.kind === 'found' ? found : null;
  };
  const most = await inCalls(MOST_REPEATED - 1);
  if (!most) return null;
  for (const calls of CALLS) {
    const found = await inCalls(calls);
    if (found) return found;
  }
  return most;
}

/** A part of a number or of an amount, rounded up; null of decimals that no number says. */
function shareOf(whole: Value, parts: number): Value | null {
  if (typeof whole === 'number') return Math.ceil(whole / parts);
  if (typeof whole !== 'object' || !('minor' in whole) || typeof whole.minor !== 'number') return null;
  return { ...whole, minor: Math.ceil(whole.minor / parts) };
}
