import type { LoadOptions } from '../check/load.js';
import { loadPolicy } from '../check/load.js';
import { compilePolicy } from '../evaluate/compile.js';
import { openHistory } from '../evaluate/history/store.js';
import { interpretPolicy } from '../evaluate/interpret.js';
import type { AnswerSlug, Call, Context } from '../evaluate/types.js';
import type { Effect } from '../syntax/ast.js';

/** What a table of expected answers says about one call: the answer, why, and the rules that decided. */
export type Judgement = readonly [answer: Effect, slug: AnswerSlug, ...rules: string[]];

/**
 * Decides by the compiled policy, by the interpreter, and by a monitor when there is a history; they must agree.
 *
 * @throws when the policy is faulty, or when the three disagree.
 */
export function judgeOf(text: string, options: LoadOptions = {}): (call: Call, context?: Context) => Judgement {
  const loaded = loadPolicy(text, options);
  if (!loaded.ok) throw new Error(`${text}\n${JSON.stringify(loaded.diagnostics)}`);
  const { core, tree, environment } = loaded;
  const decider = compilePolicy(core);
  return (call, context = {}) => {
    const decision = decider.decide(call, context);
    const others = [interpretPolicy(tree, environment, call, context)];
    if (context.history) {
      const monitor = openHistory(core);
      for (const event of context.history) monitor.append(event);
      others.push(decider.decideWith(monitor, call, context));
    }
    for (const other of others) {
      if (JSON.stringify(other) !== JSON.stringify(decision))
        throw new Error(`${JSON.stringify({ decision, other, call, context })}\n${text}`);
    }
    return [decision.answer, decision.slug, ...decision.deciding.map(({ rule }) => rule)];
  };
}
