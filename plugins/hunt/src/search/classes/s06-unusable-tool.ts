import type { CoreRule } from '@ostiary/policy';
import { type Answered, CLEAR, EXACT, notFound } from '../ask/hunt/answered.js';
import { blocking } from '../ask/rules/blocking.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { repairOf } from '../ask/written/edits.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { aboutFitting, misfitsOf } from '../ask/written/misfits.js';
import { withoutRules } from '../ask/written/rule-edits.js';
import { isPlainlyTrue } from '../ask/guards/tests.js';
import { named, words } from '../ask/hunt/text.js';
import type { Repair } from '../model/finding.js';

/** A tool of which every call is refused: unsat V and D != refuse. */
export const unusableTool: BugClass = {
  id: 'S06',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools.filter((each) => hunt.policy.core.tools.includes(each)))
      yield isForbidden(hunt, tool) ? CLEAR : await askOf(hunt, tool);
  },
};

/** A rule says so in as many words. */
const isForbidden = (hunt: Hunt, tool: string): boolean =>
  hunt.rulesOf(tool).some((rule) => {
    const guard = hunt.guardOf(rule, tool);
    return rule.effect === 'refuse' && guard !== null && isPlainlyTrue(guard);
  });

async function askOf(hunt: Hunt, tool: string): Promise<Answered> {
  const { questions, answer } = hunt.about(tool);
  const found = await questions.exists(questions.factory.not(answer.refuse), (draft) => {
    const decision = hunt.decide(draft);
    return decision !== null && decision.answer !== 'refuse';
  });
  if (found.kind === 'found') return CLEAR;
  if (found.kind === 'undecided') return notFound(found, { rules: [], tool });
  const meant = hunt.rulesOf(tool).filter(({ effect }) => effect !== 'refuse');
  const isMeant = meant.length > 0 || hunt.policy.core.default !== 'refuse';
  return told(hunt, tool, isMeant ? meant : null, isMeant ? await blocking(hunt, tool) : []);
}

/** @param meant the rules that would let calls through; null: nothing is to. @param by the rules that refuse them all */
function told(hunt: Hunt, tool: string, meant: readonly CoreRule[] | null, by: readonly CoreRule[]): Answered {
  return {
    kind: 'found',
    bug: {
      ...(meant === null && { subkind: 'unmentioned' }),
      severity: meant === null ? 'info' : 'medium',
      rules: by.length > 0 ? by : (meant ?? []),
      tool,
      title: words(`\`${tool}\` can never be used`, `\`${tool}\` nunca pode ser usada`),
      detail: meant === null ? unmentioned(tool) : whyNot(tool, by, meant),
      bound: EXACT,
      repairs: by.length === 0 ? [] : repairsOf(hunt, tool, by),
      concerns: { tools: [tool], milder: true },
    },
  };
}

function repairsOf(hunt: Hunt, tool: string, by: readonly CoreRule[]): readonly Repair[] {
  const [en, pt] = [named(by, 'en'), named(by, 'pt')];
  const without = words(`Remove \`${tool}\` from ${en}`, `Remover \`${tool}\` de ${pt}`);
  const narrowed = by.map((rule) => aboutFitting(hunt, rule));
  const removed = { title: words(`Remove ${en}`, `Remover ${pt}`), text: withoutRules(hunt, by) };
  // What refuses for another reason than that something is missing may be just what is meant.
  const isMisfit = by.every((rule) => misfitsOf(hunt, rule).includes(tool));
  return isMisfit ? [...repairOf(hunt, without, narrowed), removed] : [];
}

function whyNot(tool: string, by: readonly CoreRule[], meant: readonly CoreRule[]) {
  return by.length > 0
    ? words(
        `Every call of \`${tool}\` is refused, by ${named(by, 'en')}. A rule also refuses where something it reads is missing: perhaps \`${tool}\` does not have it. Narrow the rule that refuses, or refuse the tool explicitly.`,
        `Todas as chamadas de \`${tool}\` são recusadas, por ${named(by, 'pt')}. Uma regra também recusa quando falta algo que ela lê: talvez \`${tool}\` não o tenha. Restrinja a regra que recusa, ou recuse a ferramenta explicitamente.`,
      )
    : words(
        `Every call of \`${tool}\` is refused: ${named(meant, 'en')} would let it through, but never applies. Correct ${named(meant, 'en')}, or refuse the tool explicitly.`,
        `Todas as chamadas de \`${tool}\` são recusadas: ${named(meant, 'pt')} deixá-la-ia passar, mas nunca se aplica. Corrija ${named(meant, 'pt')}, ou recuse a ferramenta explicitamente.`,
      );
}

const unmentioned = (tool: string) =>
  words(
    `No rule lets a call of \`${tool}\` through, so the default refuses it. If that is meant, there is nothing to do.`,
    `Nenhuma regra deixa passar uma chamada de \`${tool}\`, por isso recusa-a o valor por omissão. Se é isso que se pretende, não há nada a fazer.`,
  );
