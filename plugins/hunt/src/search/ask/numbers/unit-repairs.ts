import { type CoreRule } from '@ostiary/policy';
import { attributeTests } from '../guards/attribute-tests.js';
import { argPath, repairOf } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { named, words } from '../hunt/text.js';
import { WrittenRule } from '../written/written-rule.js';
import type { Repair } from '../../model/finding.js';

/** The rule of one unit only: the first that the catalogue names. */
export function ofOneUnit(hunt: Hunt, rule: CoreRule, tool: string, name: string, amount: string): readonly Repair[] {
  const type = hunt.entry(tool)?.args.fields[name]?.type;
  const unit = type?.kind === 'string' ? type.enum?.[0] : undefined;
  const guard = hunt.guardOf(rule, tool);
  const test = guard && attributeTests(hunt.policy.core, guard).find((each) => each.name === amount)?.test;
  if (unit === undefined || !test) return [];
  const join = hunt.policy.core.dialect === 1 ? 'and' : '&&';
  const only = words(
    `Make ${named([rule], 'en')} apply to \`${unit}\` only`,
    `Fazer com que ${named([rule], 'pt')} só valha para \`${unit}\``,
  );
  return repairOf(hunt, only, [
    WrittenRule.of(hunt, rule)?.replaced(
      test,
      (source) => `${source} ${join} ${argPath(name)} == ${JSON.stringify(unit)}`,
    ),
  ]);
}
