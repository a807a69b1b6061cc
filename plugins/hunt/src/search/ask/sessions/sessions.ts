import type { PreparedPolicy, Words } from '@ostiary/guard';
import { type Effect, type HistoryEvent, strictness } from '@ostiary/policy';
import {
  type AgentSession,
  type AgentSessionOptions,
  type BoolTerm,
  conditionsOfHistory,
  type Draft,
  type PlayedStep,
  type SessionFound,
  SessionQuestions,
} from '@ostiary/policy/symbolic';
import type { Step, Witness } from '../../model/finding.js';
import type { Hunt } from '../hunt/hunt.js';

export interface SessionShape extends AgentSessionOptions {
  readonly from?: number;
  /** No longer than this, should the hunt allow for more. */
  readonly most?: number;
}

/** Questions about sessions under the policy of a hunt. @param others policies that are asked besides */
export function sessionsOf(
  hunt: Hunt,
  shape: SessionShape,
  others: readonly Pick<PreparedPolicy, 'core'>[] = [],
): SessionQuestions {
  const { solver, limits, sessionBound } = hunt.options;
  const { most = sessionBound, ...options } = shape;
  const cores = [hunt.policy, ...others].map(({ core }) => core);
  const bound = Math.min(most, sessionBound);
  return new SessionQuestions(cores, {
    ...options,
    solver,
    limits,
    bound,
    decide: answerOf(hunt),
    claims: hunt.claims,
  });
}

const answerOf =
  (hunt: Hunt, policy: PreparedPolicy = hunt.policy) =>
  (draft: Draft): Effect | null =>
    hunt.decide(draft, policy)?.answer ?? null;

/** The most tools that sessions are made of. */
const MOST_TOOLS = 6;

/** A tool, and those whose events it depends on, and those that these depend on. */
export function toolsAround(hunt: Hunt, tool: string, more: readonly string[] = []): readonly string[] {
  const tools = [...new Set([tool, ...more])].slice(0, MOST_TOOLS);
  for (const each of tools)
    for (const { op, event } of conditionsOfHistory(hunt.policy.core, each)) {
      if (op === 'count' || op === 'sum') continue;
      for (const other of event.tools)
        if (!tools.includes(other) && hunt.tools.includes(other) && tools.length < MOST_TOOLS) tools.push(other);
    }
  return tools;
}

/**
 * A session whose last call gets a milder answer than from the mended policy: `answer` and no stricter.
 *
 * @param shape `withinMs`: from the first call to the last no more than this
 */
export async function milderThan(
  hunt: Hunt,
  tool: string,
  other: PreparedPolicy,
  { withinMs, ...shape }: SessionShape & { readonly withinMs?: number },
  answer: Effect = 'allow',
): Promise<SessionFound> {
  const goal = (session: AgentSession): BoolTerm => {
    const { factory, steps, last } = session;
    const [ours, theirs] = [session.lastAnswer(hunt.policy.core), session.lastAnswer(other.core)];
    const stricter = answer === 'allow' ? factory.not(theirs.allow) : theirs.refuse;
    const [first = last] = steps;
    const soon =
      withinMs === undefined ? factory.true : factory.le(last.at, factory.add(first.at, factory.int(withinMs)));
    return factory.and(last.isOf([tool]), ours[answer], stricter, soon);
  };
  const isReal = (steps: readonly PlayedStep[]): boolean => {
    const last = lastOf(steps);
    const theirs = answerOf(hunt, other)(last.draft);
    return (
      last.draft.call.tool === tool &&
      last.answer === answer &&
      !!theirs &&
      strictness[theirs] > strictness[answer] &&
      (withinMs === undefined || spanOf(steps) <= withinMs)
    );
  };
  return sessionsOf(hunt, shape, [other]).find(goal, isReal);
}

/** From the first call of a session to the last, in milliseconds. */
export function spanOf(steps: readonly PlayedStep[]): number {
  const [first, last] = [steps[0], steps.at(-1)].map((step) => step?.draft.context.now ?? 0);
  return (last ?? 0) - (first ?? 0);
}

/** The last call of a session. @throws RangeError of none */
export const lastOf = (steps: readonly PlayedStep[]): PlayedStep => {
  const last = steps.at(-1);
  if (!last) throw new RangeError('a session without a call');
  return last;
};

/** A call as if some events before it had not been. */
export const withoutEvents = ({ call, context }: Draft, isLeftOut: (event: HistoryEvent) => boolean): Draft => ({
  call,
  context: { ...context, history: context.history?.filter((event) => !isLeftOut(event)) ?? [] },
});

/** The steps of a session as a witness. @param label what a step shows, by its place */
export function sessionWitness(
  hunt: Hunt,
  steps: readonly PlayedStep[],
  label: (step: PlayedStep, at: number) => Words | null = () => null,
): Witness {
  return { kind: 'session', steps: steps.map((step, at): Step => hunt.step(step.draft, label(step, at))) };
}
