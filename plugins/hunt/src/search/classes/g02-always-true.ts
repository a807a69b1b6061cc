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
      title: words(`The condition of ${en} keeps nothing out`, `A condição de ${pt} não exclui nada`),
      detail: words(
        `No call is outside the condition of ${en} (${sources.en}): the rule applies to every call of its tools, as if it had none. If that is meant, leave the condition out; else narrow it.`,
        `Nenhuma chamada fica fora da condição de ${pt} (${sources.pt}): a regra aplica-se a todas as chamadas das suas ferramentas, como se não tivesse condição. Se é isso que se pretende, retire-a; senão, restrinja-a.`,
      ),
      bound: EXACT,
      ...(step && { witness: { kind: 'call', steps: [step] } as const }),
      repairs: repairOf(
        hunt,
        words('Leave the condition out', 'Retirar a condição'),
        WrittenRule.of(hunt, rule)?.unconditional() ?? [],
      ),
    },
  };
}
