import type { CoreRule } from '@ostiary/policy';
import type { PlayedStep } from '@ostiary/policy/symbolic';
import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { conditionsOf, type PlacedCondition } from '../ask/conditions.js';
import { fieldsOf, isGrave } from '../ask/fields.js';
import { isApproval } from '../ask/identifiers.js';
import type { Hunt } from '../ask/hunt.js';
import { boundOf, sessionsOf, sessionWitness, toolsAround } from '../ask/sessions.js';
import { onceOnly } from '../ask/session-repairs.js';
import { named, words } from '../ask/text.js';

/** One approval in the history serves for several calls: sat session with one approval, after which the same call runs twice. */
export const confirmationReused: BugClass = {
  id: 'H09',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { role, expr, rule } = condition;
      if (role !== 'enables' || rule.effect !== 'allow' || expr.op === 'count' || expr.op === 'sum') continue;
      if (!isApproval(condition)) continue;
      for (const tool of condition.tools) {
        const answered = await askOf(hunt, condition, tool);
        yield answered;
        if (answered.kind === 'found') break;
      }
    }
  },
};

async function askOf(hunt: Hunt, condition: PlacedCondition, tool: string): Promise<Answered> {
  const { expr, rule } = condition;
  const approvals = expr.event.tools;
  const isOwn = approvals.includes(tool);
  const tools = toolsAround(hunt, tool, approvals);
  const waiting = rulesThatWait(hunt, approvals);
  const { core } = hunt.policy;
  // Which stands for a history without approvals.
  const closed = { ...core, rules: core.rules.filter((each) => !waiting.includes(each)) };
  const found = await sessionsOf(
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
  if (found.kind === 'never') return { kind: 'clear', bound: boundOf(found) };
  if (found.kind === 'undecided') return { ...found, rules: [rule], tool };
  const isMoney = Object.values(fieldsOf(hunt, tool)).some(({ type }) => type.kind === 'money');
  return {
    kind: 'found',
    bug: {
      severity: isGrave(hunt, tool) || isMoney ? 'critical' : 'low',
      rules: [rule],
      tool,
      title: words(
        `One approval lets \`${tool}\` run again and again by ${named([rule], 'en')}`,
        `Uma aprovação deixa \`${tool}\` correr várias vezes por ${named([rule], 'pt')}`,
      ),
      detail: words(
        `The approval stays in the history after the call that it was given for. The same call is allowed once more, and nobody is asked.`,
        `A aprovação fica no histórico depois da chamada para a qual foi dada. A mesma chamada é permitida outra vez, e ninguém é consultado.`,
      ),
      expected: words(
        'The last call should need an approval of its own.',
        'A última chamada devia precisar de uma aprovação própria.',
      ),
      witness: sessionWitness(hunt, found.steps),
      bound: { kind: 'bounded', k: found.steps.length },
      ...(isOwn ? {} : onceOnly(hunt, rule, expr, tool)),
    },
  };
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
  const history = last.draft.context.history?.filter((event) => !approvals.includes(event.tool)) ?? [];
  const answer = hunt.decide({ ...last.draft, context: { ...last.draft.context, history } })?.answer;
  return answer !== undefined && answer !== 'allow';
}
