import type { PreparedPolicy } from '@ostiary/guard';
import type { PlayedStep } from '@ostiary/policy/symbolic';
import { type Answered, boundOf, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, isTally, type PlacedCondition } from '../ask/sessions/conditions.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { mended, WrittenCondition } from '../ask/written/mend.js';
import { lastOf, sessionsOf, sessionWitness, toolsAround } from '../ask/sessions/sessions.js';
import { named, words } from '../ask/hunt/text.js';
import { weaknessOf } from '../ask/sessions/weakness.js';
import { aboutCondition, answeredBy } from '../ask/sessions/weakness-bug.js';

const ATTEMPTS: readonly string[] = ['requested', 'allowed', 'open', 'refused'];

/**
 * An attempt that counts as done. As a step that must come first: sat D(x) milder than with `ok`. Or calls that never ran use a limit up:
 * sat D(x) stricter than with `open`.
 */
export const attemptCounted: BugClass = {
  id: 'H04',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { expr, role } = condition;
      const { state } = expr.event;
      const isStep = role === 'enables' && !isTally(expr) && ATTEMPTS.includes(state);
      const isLimit = role === 'limits' && isTally(expr) && state === 'requested';
      const answered = isStep ? await asStep(hunt, condition) : isLimit ? await asLimit(hunt, condition) : null;
      if (answered) yield answered;
    }
  },
};

async function asStep(hunt: Hunt, condition: PlacedCondition): Promise<Answered | null> {
  const { expr, rule, tools } = condition;
  const { state } = expr.event;
  const edits = [WrittenCondition.of(hunt, expr)?.inState('ok') ?? null];
  const before = expr.event.tools.map((each) => `\`${each}\``).join(', ');
  return answeredBy(hunt, condition, await weaknessOf(hunt, { condition, edits, tools }), (tool) => ({
    subkind: 'step',
    severity: state === 'open' ? 'medium' : 'high',
    title: words(
      `${named([rule], 'en')} counts an attempt as a success`,
      `${named([rule], 'pt')} conta uma tentativa como êxito`,
    ),
    detail: words(
      `The rule requires ${before} in the state \`${state}\`. A call that failed, or is still running, has been in that state too: \`${tool}\` goes through although the step before it never succeeded.`,
      `A regra exige ${before} no estado \`${state}\`. Uma chamada que falhou, ou que ainda está em execução, também passou por esse estado: \`${tool}\` passa embora o passo anterior nunca tenha tido êxito.`,
    ),
    expected: words(
      'The last call should wait until the step before it has succeeded.',
      'A última chamada devia esperar até o passo anterior ter êxito.',
    ),
    repair: words('Require the state `ok`', 'Exigir o estado `ok`'),
  }));
}

/** Null: the limit cannot be written for calls that are open. */
async function asLimit(hunt: Hunt, condition: PlacedCondition): Promise<Answered | null> {
  const { expr, rule } = condition;
  const edit = WrittenCondition.of(hunt, expr)?.inState('open');
  const other = edit && mended(hunt, [edit]);
  if (!other) return null;
  const bounds: number[] = [];
  for (const tool of condition.tools.filter((each) => expr.event.tools.includes(each))) {
    const found = await stoppedByAttempts(hunt, condition, tool, other);
    if (found.kind === 'found') return toldLimit(hunt, condition, tool, other, found.steps);
    if (found.kind === 'undecided') return notFound(found, { rules: [rule], tool });
    if (found.bound !== null) bounds.push(found.bound);
  }
  return { kind: 'clear', bound: boundOf({ bound: bounds.length === 0 ? null : Math.min(...bounds) }) };
}

/** A session in which nothing that is counted has run, and whose last call is refused for it. */
const stoppedByAttempts = (hunt: Hunt, { expr: { event } }: PlacedCondition, tool: string, other: PreparedPolicy) =>
  sessionsOf(hunt, { tools: toolsAround(hunt, tool) }, [other]).find(
    (session) => {
      const { factory, last } = session;
      const [ours, theirs] = [session.lastAnswer(hunt.policy.core), session.lastAnswer(other.core)];
      // What has to come before such a call may well run.
      const idle = session.steps
        .slice(0, -1)
        .map((each) => factory.or(factory.not(each.runs), factory.not(each.isOf(event.tools))));
      return factory.and(last.isOf([tool]), ours.refuse, factory.not(theirs.refuse), ...idle);
    },
    (steps) => {
      const { answer, draft } = lastOf(steps);
      const theirs = hunt.decide(draft, other)?.answer;
      const isIdle = steps.slice(0, -1).every((each) => !each.runs || !event.tools.includes(each.draft.call.tool));
      return answer === 'refuse' && theirs !== undefined && theirs !== 'refuse' && isIdle;
    },
  );

function toldLimit(
  hunt: Hunt,
  condition: PlacedCondition,
  tool: string,
  other: PreparedPolicy,
  steps: readonly PlayedStep[],
): Answered {
  const { rule, tools } = condition;
  return {
    kind: 'found',
    bug: {
      subkind: 'limit',
      severity: 'medium',
      rules: [rule],
      tool,
      title: words(
        `Calls that never ran use up ${named([rule], 'en')}`,
        `Chamadas que nunca foram executadas gastam ${named([rule], 'pt')}`,
      ),
      detail: words(
        `The limit counts calls of \`${tool}\` that were only requested. None of the calls before the last one ran, and yet the last one is refused.`,
        `O limite conta chamadas de \`${tool}\` que foram apenas pedidas. Nenhuma das chamadas antes da última foi executada, e mesmo assim a última é recusada.`,
      ),
      expected: words(
        'A refused attempt should not use up the limit.',
        'Uma tentativa recusada não devia gastar o limite.',
      ),
      witness: sessionWitness(hunt, steps),
      bound: { kind: 'bounded', k: steps.length },
      repairs: [
        { title: words('Count calls that are `open`', 'Contar as chamadas no estado `open`'), text: other.text },
      ],
      concerns: { tools, where: aboutCondition(hunt, condition), milder: true },
    },
  };
}
