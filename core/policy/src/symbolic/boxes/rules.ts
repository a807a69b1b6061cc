import type { CorePolicy, CoreRule } from '../../core/ir.js';
import type { Bits, Box } from './box.js';
import { type Formula, where } from './formula.js';
import { Space } from './space.js';
import type { Work } from './work.js';
import { applicableRules } from '../../evaluate/compile/tool-plan.js';

/** The calls of one tool for which a rule fires, as boxes over the attributes that its policy looks at. */
export interface RuleBoxes {
  readonly rule: CoreRule;
  /** Null: the guard is more than tests of one attribute each. */
  readonly boxes: readonly Box[] | null;
}

export interface ToolBoxes {
  readonly rules: readonly RuleBoxes[];
  /** The boxes of each rule; null of one that is no boxes. */
  readonly boxesOf: ReadonlyMap<CoreRule, readonly Box[] | null>;
  /** States that no call has: an attribute without the object it lies in, a list of more items than it may hold. */
  readonly impossible: readonly Box[];
  /** Every state of each dimension. */
  readonly all: readonly Bits[];
}

/**
 * The rules of a policy for one tool as boxes: cells for each attribute come straight from the constants that tests compare it with.
 * Null when some attribute cannot be cut into few cells exactly.
 *
 * @throws OutOfWork
 */
export function boxesOf(core: CorePolicy, tool: string, work: Work): ToolBoxes | null {
  const space = new Space(core, work);
  const read: { readonly rule: CoreRule; readonly formula: (() => Formula) | null }[] = [];
  for (const { rule, guard } of applicableRules(core, tool)) read.push({ rule, formula: space.read(guard) });
  if (!space.close()) return null;
  const rules = read.map(({ rule, formula }) => ({
    rule,
    boxes: formula && where(formula(), rule.effect === 'allow' ? 'true' : 'not_false', space, work),
  }));
  const byRule = new Map(rules.map(({ rule, boxes }) => [rule, boxes]));
  return { rules, boxesOf: byRule, impossible: space.impossible, all: space.all };
}
