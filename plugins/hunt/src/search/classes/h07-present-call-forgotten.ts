import type { HistoryCondition } from '@ostiary/policy';
import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, type PlacedCondition } from '../ask/sessions/conditions.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { WrittenCondition } from '../ask/written/mend.js';
import { named, words } from '../ask/hunt/text.js';
import { weaknessOf } from '../ask/sessions/weakness.js';
import { answeredBy, type WeaknessTexts } from '../ask/sessions/weakness-bug.js';

/**
 * A limit on a sum that leaves the present call out: sat D(x) milder than with `including this`. Or one that adds up what calls of another
 * tool carry under the name that the limited call has an amount under: sat D(x) milder than with calls of the tool itself added.
 */
export const presentCallForgotten: BugClass = {
  id: 'H07',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { expr, role } = condition;
      if (role !== 'limits' || expr.op !== 'sum' || expr.own !== null) continue;
      const tools = condition.tools.filter((tool) => expr.event.tools.includes(tool));
      const answered = tools.length > 0 ? await leftOut(hunt, condition, tools) : await ofAnother(hunt, condition);
      if (answered) yield answered;
    }
  },
};

async function leftOut(hunt: Hunt, condition: PlacedCondition, tools: readonly string[]): Promise<Answered | null> {
  const edits = [WrittenCondition.of(hunt, condition.expr)?.includingThis() ?? null];
  const weakness = await weaknessOf(hunt, { condition, edits, tools });
  return answeredBy(hunt, condition, weakness, (tool) => toldLeftOut(condition, tool));
}

function toldLeftOut({ expr, rule }: PlacedCondition, tool: string): WeaknessTexts {
  const field = fieldOf(expr);
  return {
    attribute: `args.${field}`,
    severity: 'high',
    title: words(
      `${named([rule], 'en')} does not count the call it decides`,
      `${named([rule], 'pt')} não conta a chamada que decide`,
    ),
    detail: words(
      `The sum of \`${field}\` covers earlier calls only. While it is within the limit, the next call of \`${tool}\` may be of any size and exceed the limit.`,
      `A soma de \`${field}\` só inclui chamadas anteriores. Enquanto ela está dentro do limite, a próxima chamada de \`${tool}\` pode ter qualquer valor e exceder o limite.`,
    ),
    expected: words(
      'The last call should be stopped: with it the sum is over the limit.',
      'A última chamada devia ser bloqueada: com ela a soma excede o limite.',
    ),
    repair: words('Count the current call: `including this`', 'Contar a chamada atual: `including this`'),
  };
}

/** Null: the tools that are limited have no such amount, or one of another type. */
async function ofAnother(hunt: Hunt, condition: PlacedCondition): Promise<Answered | null> {
  const { expr } = condition;
  const field = fieldOf(expr);
  const typeIn = (tool: string): string | undefined => hunt.entry(tool)?.args.fields[field]?.type.kind;
  const counted = expr.event.tools.map(typeIn);
  const own = condition.tools.find((tool) => counted.includes(typeIn(tool)) && typeIn(tool) !== undefined);
  const written = WrittenCondition.of(hunt, expr);
  if (own === undefined || !written) return null;
  const edits = [written.alsoOf(own), written.includingThis()];
  const weakness = await weaknessOf(hunt, { condition, edits, tools: [own] });
  return answeredBy(hunt, condition, weakness, (tool) => toldOfAnother(condition, tool));
}

function toldOfAnother({ expr, rule }: PlacedCondition, tool: string): WeaknessTexts {
  const field = fieldOf(expr);
  const others = expr.event.tools.map((each) => `\`${each}\``).join(', ');
  return {
    subkind: 'another_tool',
    attribute: `args.${field}`,
    severity: 'medium',
    title: words(
      `${named([rule], 'en')} limits \`${tool}\` by the sum of ${others}`,
      `${named([rule], 'pt')} limita \`${tool}\` pela soma de ${others}`,
    ),
    detail: words(
      `The sum of \`${field}\` covers calls of ${others}. \`${tool}\` has its own \`${field}\`, which nothing sums: any number of calls of any size go through while the other sum is small.`,
      `A soma de \`${field}\` inclui as chamadas de ${others}. \`${tool}\` tem o seu próprio \`${field}\`, que nada soma: passa qualquer número de chamadas de qualquer valor enquanto a outra soma é pequena.`,
    ),
    expected: words(
      `The last call should be stopped: if \`${tool}\` is counted, the sum is over the limit.`,
      `A última chamada devia ser bloqueada: contando \`${tool}\`, a soma excede o limite.`,
    ),
    repair: words(`Count \`${tool}\` too`, `Contar também \`${tool}\``),
  };
}

const fieldOf = ({ field = [] }: HistoryCondition & { readonly field?: readonly string[] }): string => field.join('.');
