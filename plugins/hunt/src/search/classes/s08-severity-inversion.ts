import type { Type } from '@ostiary/catalogue';
import type { CoreRule } from '@ostiary/policy';
import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { restOf, someOf } from '../ask/calls/calls-where.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { closing, readsArgument, tightening, turning } from '../ask/numbers/inversion-repairs.js';
import { FourAmounts, type Inversion, type InversionGoal, numbersOf } from '../ask/numbers/inversions.js';
import { named, words } from '../ask/hunt/text.js';

/**
 * More money, weaker answer: sat amount(x) < amount(x') and D(x') < D(x), all else equal. A minimum that is written down is not one; so the smaller
 * amount asks for a confirmation that the larger one does not, or an amount between two is stricter than both, or only what is large is
 * allowed, however large. Of whole numbers, the second only. Its rules are those that decide a call of some such pair or three.
 */
export const severityInversion: BugClass = {
  id: 'S08',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools)
      for (const [name, type] of numbersOf(hunt, tool)) yield await askOf(hunt, tool, name, type);
  },
};

async function askOf(hunt: Hunt, tool: string, name: string, type: Type): Promise<Answered> {
  const four = new FourAmounts(hunt, tool, name, type);
  const { factory } = four.questions;
  const { below, above, far } = four;
  const [mid, low, high, top] = four.answers;
  const bump = factory.and(below, above, low.milderThan(mid), high.milderThan(mid));
  const inverted = factory.and(above, mid.confirm, high.allow);
  const large = four.hasTop ? factory.and(far, four.silent(mid), top.milderThan(mid)) : factory.false;
  const goals: readonly InversionGoal[] =
    type.kind === 'money'
      ? [
          { kind: 'inverted', goal: inverted, mildest: high },
          { kind: 'between', goal: bump, mildest: high },
          { kind: 'only_large', goal: large, mildest: top },
        ]
      : [{ kind: 'between', goal: factory.and(bump, factory.not(four.refused(mid))), mildest: high }];
  const found = await four.first(goals);
  if (found.kind === 'answered') return found.answered;
  return told(hunt, four, found, await four.deciding(found, goals));
}

function told(hunt: Hunt, four: FourAmounts, found: Inversion, rules: readonly CoreRule[]): Answered {
  const { tool, name, type } = four;
  const { kind, shown } = found;
  const steps = four.stepsOf(found);
  const [strict, mild] = steps.slice(-2);
  if (!strict || !mild) throw new RangeError('a pair of less than two');
  const deciding = rules.filter(({ id }) => steps.some((step) => step.deciding.includes(id)));
  const by =
    deciding.length === 0
      ? { en: '', pt: '' }
      : { en: ` (${named(deciding, 'en')})`, pt: ` (${named(deciding, 'pt')})` };
  return {
    kind: 'found',
    bug: {
      subkind: kind,
      // Of what is confirmed a person still decides.
      severity: mild.answer === 'confirm' ? 'low' : type.kind === 'money' ? 'high' : 'medium',
      rules,
      knownBy: [],
      tool,
      attribute: `args.${name}`,
      title: words(
        `A larger \`${name}\` of \`${tool}\` gets a milder answer`,
        `Um \`${name}\` maior de \`${tool}\` recebe uma resposta mais branda`,
      ),
      detail: words(
        `The smaller \`${name}\` gets \`${strict.answer}\`, the larger one gets \`${mild.answer}\`, and nothing else differs${by.en}. Look for a comparison in the wrong direction, or for a range that no rule covers.`,
        `O \`${name}\` menor recebe \`${strict.answer}\`, o maior recebe \`${mild.answer}\`, e nada mais difere${by.pt}. Procure uma comparação invertida, ou um intervalo que nenhuma regra cobre.`,
      ),
      witness: { kind: 'calls', steps },
      bound: hunt.boundOf(four.questions),
      repairs:
        shown.length === 3
          ? closing(hunt, tool, rules, name)
          : shown.includes(3)
            ? turning(hunt, tool, rules, name)
            : tightening(hunt, tool, rules, name),
      concerns: {
        tools: rules.flatMap((rule) => hunt.toolsOf(rule)),
        where: someOf(...rules.map((rule) => restOf(hunt, rule, (test) => readsArgument(hunt, test, name)))),
        milder: shown.length === 3 || shown.includes(3),
      },
    },
  };
}
