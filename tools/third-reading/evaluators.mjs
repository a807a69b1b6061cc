import { compilePolicy, interpretPolicy, loadPolicy } from '@ostiary/policy';
import { openHistory } from '@ostiary/policy/monitor';
import { World } from '@ostiary/policy/symbolic';
import { isDeepStrictEqual } from 'node:util';
import { randomPairs, shown } from './compare.mjs';

/**
 * Compares the evaluators with each other on the material that the third reading is compared on: the compiled policy with the
 * interpreter and, where a history is given, with a monitor; or with the encoder, to which everything is known.
 *
 *   node tools/third-reading/evaluators.mjs [evaluators|encoder] [pairs] [seed]
 */
const NOTHING_OPEN = {
  args: new Set(),
  principal: false,
  session: false,
  labels: { session: false, args: false },
  rates: false,
  now: false,
  confirmed: false,
  history: false,
};
const NOT_ADMITTED = new Set([
  'tool_unknown',
  'argument_unknown',
  'argument_missing',
  'argument_ill_typed',
  'currency_unknown',
]);

/** The first of the other answers that differs; null when all agree. */
function differing({ loaded, decider, decision, call, context }) {
  const others = [interpretPolicy(loaded.tree, loaded.environment, call, context)];
  if (context.history) {
    const monitor = openHistory(loaded.core);
    for (const event of context.history) monitor.append(event);
    others.push(decider.decideWith(monitor, call, context));
  }
  return others.find((other) => !isDeepStrictEqual(other, decision)) ?? null;
}

/** What the encoder makes of a call of which all is known; undefined when the call is not one for it. */
function encoded({ loaded, decision, call, context }) {
  if (NOT_ADMITTED.has(decision.slug) || call.unknown) return undefined;
  const world = new World([loaded.core]);
  const { answers } = world.answer(loaded.core, world.call(call, context, NOTHING_OPEN));
  const closed = world.close();
  const said = Object.entries(closed.answers(answers)).filter(([, term]) => term === closed.factory.true);
  const answer = said.map(([effect]) => effect).join();
  return answer === decision.answer ? null : answer;
}

const [what = 'evaluators', count = '100000', seed = '1'] = process.argv.slice(2);
const compare = { evaluators: differing, encoder: encoded }[what];
if (!compare) throw new Error(`evaluators or encoder, not ${what}`);
const slugs = new Map();
let [compared, second, policies, unread, found, last] = [0, 0, 0, 0, 0, {}];
for (const pair of randomPairs(Number(seed), what === 'encoder' ? 10 : 40)) {
  if (compared >= Number(count)) break;
  const { text, catalogue, call, context } = pair;
  if (last.text !== text || last.catalogue !== catalogue) {
    const loaded = loadPolicy(text, catalogue ? { catalogue } : {});
    last = { text, catalogue, loaded, decider: loaded.ok ? compilePolicy(loaded.core) : null };
    if (loaded.ok) policies += 1;
    else unread += 1;
  }
  if (!last.loaded.ok) continue;
  const decision = last.decider.decide(call, context);
  const other = compare({ ...last, decision, call, context });
  if (other === undefined) continue;
  compared += 1;
  if (text.startsWith('dialect 2')) second += 1;
  slugs.set(decision.slug, (slugs.get(decision.slug) ?? 0) + 1);
  if (other === null) continue;
  found += 1;
  if (found <= 5) console.log(`${shown(pair)}\n  ${JSON.stringify(decision)}\n  ${JSON.stringify(other)}\n`);
}
console.log(
  `${what}: ${compared} pairs (${second} of dialect 2) of ${policies} policies compared (${unread} more had errors), ${found} disagreements`,
);
console.log([...slugs].map(([slug, times]) => `${slug} ${times}`).join(', '));
