import type { CoreRule } from '@ostiary/policy';
import type { PlayedStep, SessionFound } from '@ostiary/policy/symbolic';
import { conditionsOf } from './conditions.js';
import type { Hunt } from '../hunt/hunt.js';
import { sessionsOf, toolsAround, withoutEvents } from './sessions.js';

/**
 * A session with one approval, after which the same call of a tool runs twice, the second time by nothing else.
 *
 * @param approvals the tools whose calls are approvals; those of the tool itself are where it is one of them
 */
export function reusedApproval(hunt: Hunt, tool: string, approvals: readonly string[]): Promise<SessionFound> {
  const isOwn = approvals.includes(tool);
  const tools = toolsAround(hunt, tool, approvals);
  const waiting = rulesThatWait(hunt, approvals);
  const { core } = hunt.policy;
  // Which stands for a history without approvals.
  const closed = { ...core, rules: core.rules.filter((each) => !waiting.includes(each)) };
  return sessionsOf(
    hunt,
    {
      tools,
      alike: { tool, but: [] },
      from: isOwn ? 2 : 3,
      most: isOwn ? 3 : 4,
    },
    [{ core: closed }],
  ).find(
    (session) => {
      const { factory } = session;
      const answers = session.answers(core);
      const otherwise = session.answers(closed).at(-1);
      const [last, before] = [session.steps.at(-1), session.steps.at(-2)];
      const [ours, theirs] = [answers.at(-1), answers.at(-2)];
      const first = session.steps[0];
      if (!last || !before || !ours || !theirs || !first || !otherwise) return factory.false;
      const ran = factory.and(before.isOf([tool]), before.ends('ok'), isOwn ? before.runs : theirs.allow);
      // One approval, which runs; whatever else runs of the tool was allowed by it, and the last call by nothing else.
      const isOne = session.steps.map((step, at) => {
        const runs = factory.and(step.runs, step.isOf(approvals));
        if (!isOwn) return at === 0 ? runs : factory.not(runs);
        return at === session.steps.length - 2
          ? runs
          : factory.not(factory.and(runs, answers[at]?.confirm ?? factory.false));
      });
      const allowed = isOwn
        ? []
        : session.steps.map((step, at) =>
            factory.or(factory.not(factory.and(step.runs, step.isOf([tool]))), answers[at]?.allow ?? factory.false),
          );
      return factory.and(
        first.isOf(approvals),
        last.isOf([tool]),
        last.runs,
        ours.allow,
        factory.not(otherwise.allow),
        ran,
        ...isOne,
        ...allowed,
      );
    },
    (steps) => isReuse(hunt, steps, tool, approvals),
  );
}

/** The rules that some of the approvals open. */
const rulesThatWait = (hunt: Hunt, approvals: readonly string[]): readonly CoreRule[] =>
  conditionsOf(hunt).flatMap(({ role, rule, expr }) =>
    role === 'enables' && expr.event.tools.some((each) => approvals.includes(each)) ? [rule] : [],
  );

/** One approval and two calls that ran, the last of which nothing else allows. */
function isReuse(hunt: Hunt, steps: readonly PlayedStep[], tool: string, approvals: readonly string[]): boolean {
  const last = steps.at(-1);
  const calls = steps.filter(({ draft, runs }) => draft.call.tool === tool && runs);
  const given = steps.filter(({ draft, runs, answer }) =>
    approvals.includes(tool)
      ? draft.call.tool === tool && answer === 'confirm' && runs
      : approvals.includes(draft.call.tool) && runs,
  );
  if (last?.draft.call.tool !== tool || last.answer !== 'allow' || calls.length < 2 || given.length !== 1) return false;
  const [first] = calls;
  if (JSON.stringify(first?.draft.call.args) !== JSON.stringify(last.draft.call.args)) return false;
  if (!approvals.includes(tool) && first?.answer !== 'allow') return false;
  const answer = hunt.decide(withoutEvents(last.draft, (event) => approvals.includes(event.tool)))?.answer;
  return answer !== undefined && answer !== 'allow';
}
