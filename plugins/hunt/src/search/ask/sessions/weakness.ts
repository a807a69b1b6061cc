import type { PreparedPolicy } from '@ostiary/guard';
import { strictness } from '@ostiary/policy';
import type { PlayedStep, SessionStep, UndecidedReason } from '@ostiary/policy/symbolic';
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
  /** Calls of one kind, for counts that no short session reaches. */
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
      const found = isMany
        ? await repeated(hunt, tool, policy, shape, question.again)
        : await milderThan(hunt, tool, policy, answer === 'confirm' ? { ...shape, most: FEW } : shape, answer);
      if (found.kind === 'undecided') return { ...found, tool };
      if (found.kind === 'found') return { kind: 'found', tool, steps: found.steps, policy };
      if (answer === 'allow' && found.bound !== null) bound = Math.min(bound ?? found.bound, found.bound);
    }
  return { kind: 'clear', bound: boundOf({ bound }) };
}

function repeated(
  hunt: Hunt,
  tool: string,
  other: PreparedPolicy,
  shape: SessionShape,
  again: WeaknessQuestion['again'] = (step) => step,
) {
  const questions = sessionsOf(hunt, { ...shape, tools: [tool], most: 1 }, [other]);
  return questions.repeat(
    (session) => session.factory.and(session.last.isOf([tool]), session.lastAnswer(hunt.policy.core).allow),
    (step, at) => again({ ...step, context: { ...step.context, now: (step.context.now ?? 0) + at * SECOND_MS } }, at),
    (steps) => {
      const { answer, draft } = lastOf(steps);
      const theirs = hunt.decide(draft, other)?.answer;
      return answer === 'allow' && !!theirs && strictness[theirs] > strictness.allow;
    },
    MOST_REPEATED,
  );
}

const SECOND_MS = 1_000;
