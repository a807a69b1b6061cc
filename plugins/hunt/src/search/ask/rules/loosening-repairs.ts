import { type CoreRule } from '@ostiary/policy';
import { repairOf } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { withoutRules } from '../written/rule-edits.js';
import { named, words } from '../hunt/text.js';
import { WrittenRule } from '../written/written-rule.js';
import type { Repair } from '../../model/finding.js';

/** The rule refuses; or it asks only where another one allows, or no more about the tool, or not at all. */
export function refusing(hunt: Hunt, rule: CoreRule, tool: string): readonly Repair[] {
  const written = WrittenRule.of(hunt, rule);
  if (!written) return [];
  const tools = hunt.toolsOf(rule);
  const rest = tools.filter((each) => each !== tool);
  const leftOut = words(
    `Remove \`${tool}\` from ${named([rule], 'en')}`,
    `Remover \`${tool}\` de ${named([rule], 'pt')}`,
  );
  const allowing = hunt.policy.core.rules.flatMap((other) => {
    const [both, its] = [hunt.toolsOf(other).filter((each) => tools.includes(each)), WrittenRule.of(hunt, other)];
    return other.effect === 'allow' && both.length > 0 && its ? [{ other, both, its }] : [];
  });
  const narrowed = allowing.map(({ both, its }) => [written.about(both), written.alsoWhere(its)]);
  const copies = allowing.slice(1).map(({ other }, at) => {
    const edits = narrowed[at + 1] ?? [];
    return written.copy(
      `${rule.id}-${other.id}`,
      edits.flatMap((edit) => edit ?? []),
    );
  });
  return [
    ...repairOf(hunt, words('Make the rule refuse', 'Fazer a regra recusar'), [written.effect('refuse')]),
    ...(narrowed.some((edits) => edits.includes(null))
      ? []
      : repairOf(
          hunt,
          words('Ask for confirmation only where another rule allows', 'Pedir confirmação só onde outra regra permite'),
          [...(narrowed[0] ?? []), ...copies],
        )),
    ...(written.namesTools && tools.length > 1 ? repairOf(hunt, leftOut, [written.about(rest)]) : []),
    {
      title: words(`Remove ${named([rule], 'en')}`, `Remover ${named([rule], 'pt')}`),
      text: withoutRules(hunt, [rule]),
    },
  ];
}
