import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, type PlacedCondition } from '../ask/sessions/conditions.js';
import { fieldsOf, isRead } from '../ask/calls/fields.js';
import { tiedArguments } from '../ask/sessions/identifiers.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { WrittenCondition } from '../ask/written/mend.js';
import { named, words } from '../ask/hunt/text.js';
import { weaknessOf } from '../ask/sessions/weakness.js';
import { answeredBy, type WeaknessTexts } from '../ask/sessions/weakness-bug.js';

const CHANGE = /^(update|change|edit|set|modify|amend|replace|patch|write|rename|move)(_|-|\.|$)/iu;

/**
 * A fact that was read and has changed since: sat read, write of the same thing, then D(x) milder than where nothing changed it `since`. Asked
 * where a tool that changes things has the noun of the one that read, and the argument they are held together by.
 */
export const changedSince: BugClass = {
  id: 'H11',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { role, expr } = condition;
      if (role !== 'enables' || expr.op !== 'formerly' || !expr.event.tools.every((tool) => isRead(hunt, tool)))
        continue;
      for (const change of hunt.tools.filter((tool) => changes(hunt, condition, tool))) {
        const answered = await askOf(hunt, condition, change);
        if (answered) yield answered;
      }
    }
  },
};

const nounsOf = (tool: string): readonly string[] => tool.toLowerCase().split(/[_.-]/u).slice(1);

function changes(hunt: Hunt, condition: PlacedCondition, tool: string): boolean {
  const [by] = tiedArguments(condition);
  const { tools } = condition.expr.event;
  return (
    CHANGE.test(tool) &&
    by !== undefined &&
    fieldsOf(hunt, tool)[by] !== undefined &&
    !isRead(hunt, tool) &&
    tools.some((read) => nounsOf(read).some((noun) => nounsOf(tool).includes(noun)))
  );
}

async function askOf(hunt: Hunt, condition: PlacedCondition, change: string): Promise<Answered | null> {
  const { expr } = condition;
  const by = tiedArguments(condition)[0] ?? '';
  const edit = WrittenCondition.of(hunt, expr)?.replaced(
    (text, window) =>
      `((!formerly within ${window} by anyone ${change}.open{ ${by}: args.${by} }) ${text.replace(/^\s*formerly/u, 'since')})`,
  );
  const tools = condition.tools.filter((tool) => tool !== change);
  const weakness = await weaknessOf(hunt, {
    condition: { ...condition, expr: { ...expr, event: { ...expr.event, tools: [...expr.event.tools, change] } } },
    edits: [edit ?? null],
    tools,
    shape: { from: 3 },
  });
  return answeredBy(hunt, condition, weakness, (tool) => told(condition, by, change, tool));
}

function told({ expr, rule }: PlacedCondition, by: string, change: string, tool: string): WeaknessTexts {
  const read = expr.event.tools.map((each) => `\`${each}\``).join(', ');
  return {
    attribute: `args.${by}`,
    severity: 'medium',
    title: words(
      `${named([rule], 'en')} relies on ${read} even after \`${change}\``,
      `${named([rule], 'pt')} confia em ${read} mesmo depois de \`${change}\``,
    ),
    detail: words(
      `\`${change}\` may change what ${read} found before \`${tool}\` is called, and the rule does not check again.`,
      `\`${change}\` pode mudar o que ${read} encontrou antes de \`${tool}\` ser chamada, e a regra não verifica de novo.`,
    ),
    expected: words(
      'The data should be read again before the last call.',
      'Os dados deviam ser lidos de novo antes da última chamada.',
    ),
    repair: words(
      `Require that no \`${change}\` has come \`since\``,
      `Exigir que \`${change}\` não tenha ocorrido desde então (\`since\`)`,
    ),
  };
}
