import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, type PlacedCondition } from '../ask/sessions/conditions.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { WrittenCondition } from '../ask/written/mend.js';
import { named, words } from '../ask/hunt/text.js';
import { weaknessOf } from '../ask/sessions/weakness.js';
import { answeredBy, type WeaknessTexts } from '../ask/sessions/weakness-bug.js';

/**
 * What another principal did satisfies the rule: sat, with every earlier call by somebody else, D(x) milder than `by principal`. Not
 * where the rule says who it may have been.
 */
export const somebodyElsesEvent: BugClass = {
  id: 'H16',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { expr, role } = condition;
      const isOfOthers = expr.key.by !== 'principal' && expr.key.by !== 'session';
      if (role !== 'enables' || !isOfOthers || expr.event.fields.some(({ of }) => of === 'principal')) continue;
      const answered = await askOf(hunt, condition);
      if (answered) yield answered;
    }
  },
};

async function askOf(hunt: Hunt, condition: PlacedCondition): Promise<Answered | null> {
  const { expr, tools } = condition;
  const edits = [WrittenCondition.of(hunt, expr)?.by('principal') ?? null];
  const weakness = await weaknessOf(hunt, {
    condition,
    edits,
    tools,
    shape: {
      from: 2,
      callers: (step, count) => (step === count - 1 ? { principal: 0, session: 0 } : { principal: 1, session: 1 }),
    },
  });
  return answeredBy(hunt, condition, weakness, (tool) => told(condition, tool));
}

function told({ expr, rule }: PlacedCondition, tool: string): WeaknessTexts {
  const isTied = expr.key.by === 'args' || expr.event.fields.some(({ value }) => value !== null);
  const before = expr.event.tools.map((each) => `\`${each}\``).join(', ');
  return {
    // What is known of one object may well be known from others.
    severity: isTied ? 'low' : 'high',
    title: words(
      `Somebody else's event lets \`${tool}\` through by ${named([rule], 'en')}`,
      `Um evento de outra pessoa deixa \`${tool}\` passar por ${named([rule], 'pt')}`,
    ),
    detail: words(
      `${named([rule], 'en')} requires an earlier ${before}, but does not say whose. Here somebody else made that call, and the caller of \`${tool}\` never did.`,
      `${named([rule], 'pt')} exige antes ${before}, mas não diz de quem. Aqui outra pessoa fez essa chamada, e quem chama \`${tool}\` nunca a fez.`,
    ),
    expected: words(
      'The last call should wait until its own caller has taken the step.',
      'A última chamada devia esperar até que o próprio autor dê o passo.',
    ),
    repair: words('Require an event `by principal`', 'Exigir um evento `by principal`'),
  };
}
