import type { CoreRule } from '../../core/ir.js';
import { type Box, reachesBeyond } from '../boxes/box.js';
import type { RuleBoxes, ToolBoxes } from '../boxes/rules.js';
import { type Coverage, stricterThan } from './coverage.js';

/** Whether some call is decided by the rule, and if none is the rules that see to it; null when that took too many boxes. */
export function decidesByBoxes({ rules, impossible, all }: ToolBoxes, rule: CoreRule): Coverage {
  const own = rules.find((each) => each.rule === rule)?.boxes ?? [];
  const stricter = new Set(
    stricterThan(
      rule,
      rules.map((each) => each.rule),
    ),
  );
  const others = rules.filter((each) => stricter.has(each.rule));
  const escapes = (covers: readonly RuleBoxes[]): boolean | null =>
    beyond(own, [...impossible, ...covers.flatMap(({ boxes }) => boxes)], all);
  const escaped = escapes(others);
  if (escaped === null) return null;
  if (escaped) return { kind: 'decides' };
  // Each is dropped on trial: those that are missed stay.
  let kept = others;
  for (const other of others) {
    const fewer = kept.filter((each) => each !== other);
    if (escapes(fewer) === false) kept = fewer;
  }
  return { kind: 'covered', by: kept.map((each) => each.rule) };
}

function beyond(boxes: readonly Box[], covers: readonly Box[], all: ToolBoxes['all']): boolean | null {
  let unknown = false;
  for (const box of boxes) {
    const found = reachesBeyond(box, covers, all);
    if (found === true) return true;
    unknown ||= found === null;
  }
  return unknown ? null : false;
}
