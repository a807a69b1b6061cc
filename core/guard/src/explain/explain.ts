import {
  type Call,
  changesAlong,
  type Context,
  type CorePolicy,
  type Decision,
  placesRead,
  valuesRead,
  variantFor,
} from '@ostiary/policy';
import { openHistory } from '@ostiary/policy/monitor';
import { decideOnce, interpretOnce } from '../decide/decide.js';
import { unreadable } from '../decide/readable.js';
import type { PreparedPolicy } from '../prepare/prepare.js';
import { REMOVED, withArgument } from './edit.js';
import { type Around, flipsOf, type Replay } from './flips.js';
import type { Explanation, Flip } from './types.js';

/**
 * Says why a call was decided as it was: the values that the rules asked looked at, and for each argument the nearest
 * change of it alone that gives another answer. Every change is replayed in the compiled policy and in the interpreter,
 * and is reported only when both agree on it.
 *
 * `mostReplays` bounds how often the call is decided anew for that: when they are used up, no further change is found.
 *
 * @example
 * const prepared = preparePolicy({ text: 'dialect 1; allow refund when amount <= 100;' });
 * const call = { tool: 'refund', args: { amount: 101 } };
 * if (prepared.ok) explain(prepared.policy, call, {}, decide(prepared.policy, call, {}));
 * // flips: [{ path: 'args.amount', from: 101, to: 100, answer: 'allow' }]
 */
export function explain(
  policy: PreparedPolicy,
  call: Call,
  context: Context,
  decision: Decision,
  mostReplays = Infinity,
): Explanation {
  const { core } = policy;
  if (decision.slug === 'tool_unknown') return { read: [], flips: [] };
  const guards = guardsOf(core, call.tool);
  const asked = isAdmitted(decision) ? guards.slice(0, askedCount(policy, decision, guards)) : [];
  const decide = changedDecider(policy, context);
  let replays = 0;
  const replay: Replay = {
    // A change after which the call is not admitted says nothing about the rules.
    compiled: (changed) => {
      const replayed = ++replays > mostReplays ? decision : decide(changed);
      return isAdmitted(replayed) ? replayed.answer : decision.answer;
    },
    isConfirmed: (changed) => {
      const plain = interpretOnce(policy, changed, context);
      const { answer, slug } = decide(changed);
      return plain.answer === answer && plain.slug === slug;
    },
  };
  const expressions = guards.map(({ guard }) => guard);
  const flips: Flip[] = [];
  const paths = new Set<string>();
  for (const place of placesRead(core, expressions)) {
    if (place.root !== 'args') continue;
    paths.add(place.path.join('.'));
    const breaks = (around: Around): readonly bigint[] =>
      mostReplays < questionsFor(around) ? [] : breakPoints(policy, context, around);
    flips.push(...flipsOf(place, core, expressions, call, context, decision.answer, replay, breaks));
  }
  flips.push(...withoutFault(decision, call, paths, replay));
  return {
    read: valuesRead(
      core,
      placesRead(
        core,
        asked.map(({ guard }) => guard),
      ),
      call,
      context,
    ),
    flips,
  };
}

/** How often tests are asked to find where they change, by doubling and halving on either side: about as much work as so many decisions. */
function questionsFor({ tests, farthest }: Around): number {
  return tests.length * 2 * farthest.toString(2).length;
}

/** Only a property looks at the decision. */
const NOBODY_ASKS: Decision = { answer: 'refuse', slug: 'no_rule', deciding: [] };

/** The points next to each place where a test changes as the argument goes up or down. */
function breakPoints({ decider }: PreparedPolicy, context: Context, around: Around): readonly bigint[] {
  return around.tests.flatMap((guard) =>
    changesAlong(around.from, around.farthest, (point) => {
      const call = around.callWith(point);
      const truth = call && decider.holds([{ tools: null, guard }], call, context, NOBODY_ASKS);
      return typeof truth === 'boolean' ? truth : null;
    }),
  );
}

/** Decides many changed calls in one context: its history is filed once. */
function changedDecider(policy: PreparedPolicy, context: Context): (call: Call) => Decision {
  const { history } = context;
  const inOrder = history?.every((event, i) => i === 0 || event.at >= (history[i - 1]?.at ?? 0)) === true;
  if (!history || history.length === 0 || !inOrder) return (call) => decideOnce(policy, call, context);
  const monitor = openHistory(policy.core);
  for (const event of history) monitor.append(event);
  return (call) =>
    unreadable(call.args) === null
      ? policy.decider.decideWith(monitor, call, context)
      : decideOnce(policy, call, context);
}

interface RuleGuard {
  readonly effect: Decision['answer'];
  readonly guard: CorePolicy['rules'][number]['variants'][number]['guard'];
}

/** The guards of the rules about a tool, in the order they are asked: strictest effect first. */
function guardsOf(core: CorePolicy, tool: string): readonly RuleGuard[] {
  const guards = core.rules.flatMap(({ effect, variants }) => {
    const variant = variantFor(variants, tool);
    return variant ? [{ effect, guard: variant.guard }] : [];
  });
  return (['refuse', 'confirm', 'allow'] as const).flatMap((effect) => guards.filter((each) => each.effect === effect));
}

const REJECTED: ReadonlySet<Decision['slug']> = new Set([
  'argument_ill_typed',
  'argument_missing',
  'argument_unknown',
  'currency_unknown',
]);
const isAdmitted = ({ slug }: Decision): boolean => !REJECTED.has(slug);

/** How many guards were asked: none weaker than the effect that decided. */
function askedCount({ rules }: PreparedPolicy, decision: Decision, guards: readonly RuleGuard[]): number {
  const [first] = decision.deciding;
  if (!first) return guards.length;
  const decided = rules.get(first.rule)?.effect;
  return guards.findLastIndex(({ effect }) => effect === decided) + 1;
}

/** When an argument no rule reads is at fault: whether leaving it out gives another answer. */
function withoutFault({ pointer, answer }: Decision, call: Call, known: ReadonlySet<string>, replay: Replay): Flip[] {
  const name = pointer?.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
  if (name === undefined || known.has(name)) return [];
  const args = withArgument(call.args, [name], REMOVED);
  const without = args && { ...call, args };
  const changed = without && replay.isConfirmed(without) ? replay.compiled(without) : answer;
  return changed !== answer ? [{ path: `args.${name}`, from: call.args[name], answer: changed }] : [];
}
