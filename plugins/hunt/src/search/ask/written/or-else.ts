import { type CoreRule, placeText } from '@ostiary/policy';
import type { Repair } from '../../model/finding.js';
import { repairOf } from './edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { leavesOf, slotsOf } from '../guards/tests.js';
import { words } from '../hunt/text.js';
import { WrittenRule } from './written-rule.js';

/** Tests of a rule that are tried: one of them settles the others, or none does. */
const MOST_TESTS = 2;

/**
 * A rule that says what is taken for a place that is missing, in the rule or in the definition that it uses: `(now.hour or else 0) < 6`. Tests
 * of a number or a span of time against a constant, which has the number beside it tried on either side. Dialect 1 has no `or else`.
 */
export function orElse(hunt: Hunt, rule: CoreRule, tool: string, place: string): readonly Repair[] {
  const { core } = hunt.policy;
  const [guard, written] = [hunt.guardOf(rule, tool), WrittenRule.of(hunt, rule)];
  if (!guard || !written || core.dialect === 1) return [];
  const reading = leavesOf(guard).filter(
    (leaf) => leaf.op === 'compare' && slotsOf(core, leaf).some((slot) => placeText(slot) === place),
  );
  return reading.slice(0, MOST_TESTS).flatMap((test) =>
    [0, -1, 1].flatMap((step) => {
      let taken = '';
      const edit = written.replacedWhereSaid(test, (source) => {
        const { subject, operator, bound = '' } = COMPARED.exec(source)?.groups ?? {};
        const other = subject === undefined ? null : beside(bound, step);
        if (other === null) return null;
        taken = other;
        return `(${subject ?? ''} or else ${other}) ${operator ?? ''} ${bound}`;
      });
      const title = words(
        `Use \`${taken}\` where \`${place}\` is missing`,
        `Usar \`${taken}\` onde falta \`${place}\``,
      );
      return repairOf(hunt, title, [edit]);
    }),
  );
}

const COMPARED = /^(?<subject>[^<>=!&|]+?)\s*(?<operator>==|!=|<=|>=|<|>)\s*(?<bound>\d+(?:ms|s|m|h|d)?)$/u;

/** A bound, and what lies beside it: of a span of time only none at all. */
function beside(bound: string, step: number): string | null {
  if (/^\d+$/u.test(bound)) return step < 0 && Number(bound) === 0 ? null : String(Number(bound) + step);
  return step === 0 ? bound : step < 0 ? '0m' : null;
}
