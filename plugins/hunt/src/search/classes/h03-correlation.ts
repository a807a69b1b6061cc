import type { CoreExpr } from '@ostiary/policy';
import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, isTally, type PlacedCondition } from '../ask/sessions/conditions.js';
import { isApproval, sharedIdentifiers, tiedArguments } from '../ask/sessions/identifiers.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { untilFound } from '../ask/hunt/in-turn.js';
import { WrittenCondition } from '../ask/written/mend.js';
import { listed, named, words } from '../ask/hunt/text.js';
import { weaknessOf } from '../ask/sessions/weakness.js';
import { answeredBy, type WeaknessTexts } from '../ask/sessions/weakness-bug.js';

/**
 * A step that was taken for another thing opens the way: sat D(x) milder than where the event and the call name the same. Asked where they
 * have an argument in common that names one thing among many, and the rule holds none of these together, or two of different names.
 */
export const correlation: BugClass = {
  id: 'H03',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { role, expr } = condition;
      if (role !== 'enables' || isTally(expr) || isApproval(condition)) continue;
      yield* untilFound(condition.tools, (tool) => askOf(hunt, condition, tool));
    }
  },
};

async function askOf(hunt: Hunt, condition: PlacedCondition, tool: string): Promise<Answered | null> {
  const { expr } = condition;
  const untied = expr.event.tools.includes(tool) ? null : untiedArguments(hunt, condition, tool);
  const written = WrittenCondition.of(hunt, expr);
  if (!written || !untied) return null;
  const { names } = untied;
  const edits = untied.kind === 'wrong' ? names.map((name) => written.ofSameName(name)) : [written.sharing(names)];
  const weakness = await weaknessOf(hunt, { condition, edits, tools: [tool] });
  return answeredBy(hunt, condition, weakness, () => told(condition, tool, untied));
}

/** Arguments that the event and the call have in common, and that a rule does not hold together. */
interface Untied {
  /** Held against arguments of other names; none of them held; held beside others that are. */
  readonly kind: 'wrong' | 'missing' | 'partly';
  readonly names: readonly string[];
}

/** Null: there are none. */
function untiedArguments(hunt: Hunt, condition: PlacedCondition, tool: string): Untied | null {
  const crossed = crossedArguments(hunt, condition, tool);
  if (crossed.length > 0) return { kind: 'wrong', names: crossed };
  const shared = sharedIdentifiers(hunt, condition, tool);
  const tied = tiedArguments(condition);
  const names = shared.filter((name) => !tied.includes(name));
  if (names.length === 0) return null;
  return { kind: names.length === shared.length ? 'missing' : 'partly', names };
}

function told({ expr, rule }: PlacedCondition, tool: string, { kind, names }: Untied): WeaknessTexts {
  const list = names.map((name) => `\`${name}\``);
  const before = expr.event.tools.map((each) => `\`${each}\``).join(', ');
  return {
    subkind: kind,
    attribute: `args.${names[0] ?? ''}`,
    // What is held together may be enough to tell one from another.
    severity: kind === 'partly' ? 'low' : 'high',
    title: words(
      `${named([rule], 'en')} accepts ${before} with a different \`${names[0] ?? ''}\``,
      `${named([rule], 'pt')} aceita ${before} com outro \`${names[0] ?? ''}\``,
    ),
    detail: words(
      `${before} and \`${tool}\` both have ${listed(list, 'en')}, but the rule does not require them to be equal. Here the earlier step was for one value, and \`${tool}\` goes through for another.`,
      `${before} e \`${tool}\` têm ${listed(list, 'pt')}, mas a regra não exige que sejam iguais. Aqui o passo anterior foi para um valor, e \`${tool}\` passa para outro.`,
    ),
    expected: words(
      'The last call should wait for a step with the same value.',
      'A última chamada devia esperar por um passo com o mesmo valor.',
    ),
    repair: words(`Require the same ${listed(list, 'en')} in both`, `Exigir o mesmo ${listed(list, 'pt')} nos dois`),
  };
}

/** Arguments of the event that are held against an argument of another name, while the call has one of the same. */
function crossedArguments(hunt: Hunt, condition: PlacedCondition, tool: string): readonly string[] {
  const shared = sharedIdentifiers(hunt, condition, tool);
  return condition.expr.event.fields.flatMap(({ of, path, cmp, value }) => {
    const [name = '', ...deeper] = path;
    const other = of === 'args' && cmp === '==' && value ? readName(hunt, value) : null;
    return deeper.length === 0 && other !== null && other !== name && shared.includes(name) ? [name] : [];
  });
}

function readName(hunt: Hunt, value: CoreExpr): string | null {
  if (value.op !== 'read') return null;
  const slot = hunt.policy.core.slots[value.slot];
  return slot?.root === 'args' ? (slot.path[0] ?? null) : null;
}
