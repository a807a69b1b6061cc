import type { CoreExpr, CoreRule, HistoryCondition } from '@ostiary/policy';
import { strictness } from '@ostiary/policy';
import type { Hunt } from '../hunt/hunt.js';

/**
 * What more events do to the answer by a condition: `enables` makes it milder, `limits` makes it stricter.
 */
type Role = 'enables' | 'limits';

/** A condition on the history in a rule, as it stands for the tools of one variant. */
export interface PlacedCondition {
  readonly rule: CoreRule;
  readonly expr: HistoryCondition;
  /** Null where that cannot be said. */
  readonly role: Role | null;
  /** The tools that the rule decides by it. */
  readonly tools: readonly string[];
}

/** The conditions on the history of a policy's rules, in the order of the text. */
export function conditionsOf(hunt: Hunt): readonly PlacedCondition[] {
  const found = known.get(hunt) ?? conditionsIn(hunt);
  known.set(hunt, found);
  return found;
}

const known = new WeakMap<Hunt, readonly PlacedCondition[]>();

function conditionsIn(hunt: Hunt): readonly PlacedCondition[] {
  const found: PlacedCondition[] = [];
  for (const rule of hunt.policy.core.rules)
    for (const tool of hunt.tools) {
      const guard = hunt.guardOf(rule, tool);
      for (const { expr, sign } of guard ? within(guard, effectSign(hunt, rule, tool)) : []) {
        const same = found.findIndex((each) => each.rule === rule && each.expr.span.start === expr.span.start);
        const earlier = found[same];
        if (earlier) found[same] = { ...earlier, tools: [...earlier.tools, tool] };
        else found.push({ rule, expr, role: sign === 0 ? null : sign > 0 ? 'enables' : 'limits', tools: [tool] });
      }
    }
  return found;
}

/** Whether a rule makes answers milder (1) or stricter (-1): a confirmation does the one where nothing milder is about the tool. */
function effectSign(hunt: Hunt, { effect }: CoreRule, tool: string): Sign {
  if (effect === 'allow') return 1;
  if (effect === 'refuse') return -1;
  const milder = hunt.rulesOf(tool).some((rule) => rule.effect === 'allow');
  return milder || strictness[hunt.policy.core.default] < strictness.refuse ? -1 : 1;
}

type Sign = -1 | 0 | 1;
const turned = (sign: Sign, by: Sign): Sign => (sign * by) as Sign;

/** The conditions in a guard; `sign`: whether more events make what the guard stands in milder (1) or stricter. */
function within(expr: CoreExpr, sign: Sign): readonly { readonly expr: HistoryCondition; readonly sign: Sign }[] {
  switch (expr.op) {
    case 'not':
      return within(expr.operand, turned(sign, -1));
    case 'and':
    case 'or':
      return expr.operands.flatMap((operand) => within(operand, sign));
    case 'any':
    case 'all':
      return within(expr.body, sign);
    case 'if':
      return [...within(expr.condition, 0), ...within(expr.then, sign), ...within(expr.else, sign)];
    case 'formerly':
    case 'previous':
      return [{ expr, sign }];
    case 'since':
      return [{ expr, sign }, ...within(expr.holds, 0)];
    case 'count':
    case 'sum': {
      const direction = ({ '>': 1, '>=': 1, '<': -1, '<=': -1, '==': 0, '!=': 0 } as const)[expr.cmp];
      return [{ expr, sign: turned(sign, direction) }];
    }
    default:
      return [];
  }
}

/** Whether it counts events, or adds up what they carry: then a single one does not tell. */
export const isTally = ({ op }: HistoryCondition): boolean => op === 'count' || op === 'sum';

/** Whether one event is enough. */
export const isOnce = (expr: HistoryCondition): boolean =>
  expr.op === 'formerly' ||
  (expr.op === 'count' && ((expr.cmp === '>=' && expr.bound === 1) || (expr.cmp === '>' && expr.bound === 0)));

const DAY_MS = 86_400_000;

/** At least a day, or the whole of a session. */
export const isLong = ({ windowMs }: HistoryCondition): boolean => windowMs === null || windowMs >= DAY_MS;
