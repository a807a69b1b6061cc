import type { CoreRule } from '@ostiary/policy';
import { type Answered, CLEAR, EXACT, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { repairOf } from '../ask/written/edits.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { isPlainlyTrue } from '../ask/guards/tests.js';
import { named, quoted, words } from '../ask/hunt/text.js';
import { firstCall } from '../ask/calls/first-call.js';
import { WrittenRule } from '../ask/written/written-rule.js';
import type { Step } from '../model/finding.js';

/** A rule that has a condition and fires for every call: unsat V and not F(rule), for every tool it is about. */
export const alwaysTrue: BugClass = {
  id: 'G02',
  each: 'rules',
  async *ask(hunt, { rules }) {
    for (const rule of rules) if (asksSomething(rule)) yield await askOf(hunt, rule);
  },
};

const asksSomething = ({ variants }: CoreRule): boolean => variants.some(({ guard }) => !isPlainlyTrue(guard));

async function askOf(hunt: Hunt, rule: CoreRule): Promise<Answered> {
  const [tool] = hunt.toolsOf(rule);
  const found = await hunt.canBeSilent(rule);
  if (tool === undefined || found.kind === 'found') return CLEAR;
  if (found.kind === 'undecided') return notFound(found, { rules: [rule] });
  return told(hunt, rule, tool, await firstCall(hunt, rule));
}

function told(hunt: Hunt, rule: CoreRule, tool: string, step: Step | null): Answered {
  const sources = quoted(hunt.policy, hunt.about(tool).testsOf(rule));
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  return {
    kind: 'found',
    bug: {
      severity: rule.effect === 'allow' ? 'high' : 'medium',
      rules: [rule],
      title: words(`The condition of ${en} is always true`, `A condição de ${pt} é sempre verdadeira`),
      detail: words(
        `Every call meets the condition of ${en} (${sources.en}): the rule applies to all calls of its tools, as if it had no condition. If that is meant, remove the condition; otherwise narrow it.`,
        `Todas as chamadas cumprem a condição de ${pt} (${sources.pt}): a regra aplica-se a todas as chamadas das suas ferramentas, como se não tivesse condição. Se é isso que se pretende, remova a condição; senão, restrinja-a.`,
      ),
      bound: EXACT,
      ...(step && { witness: { kind: 'call', steps: [step] } as const }),
      repairs: repairOf(
        hunt,
        words('Remove the condition', 'Remover a condição'),
        WrittenRule.of(hunt, rule)?.unconditional() ?? [],
      ),
    },
  };
}
