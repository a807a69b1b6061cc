import type { CoreRule } from '../../core/ir.js';
import { type Box, meets, reachesBeyond } from '../boxes/box.js';
import type { ToolBoxes } from '../boxes/rules.js';
import type { Work } from '../boxes/work.js';
import { type Coverage, stricterThan } from './coverage.js';

/**
 * Whether some call is decided by the rule, and if none is the rules that see to it; null when that depends on a rule that is no boxes.
 *
 * @throws OutOfWork
 */
export function decidesByBoxes({ rules, boxesOf, impossible, all }: ToolBoxes, rule: CoreRule, work: Work): Coverage {
  const own = boxesOf.get(rule);
  if (!own) return null;
  const stricter = stricterThan(
    rule,
    rules.map((each) => each.rule),
  );
  const known = stricter.filter((each) => boxesOf.get(each));
  work.spend(known.length);
  const others = known.filter((each) => boxesOf.get(each)?.some((cover) => own.some((box) => meets(box, cover))));
  const escapes = (covers: readonly CoreRule[]): boolean => {
    const taken: readonly Box[] = [...impossible, ...covers.flatMap((each) => boxesOf.get(each) ?? [])];
    return own.some((box) => reachesBeyond(box, taken, all, work));
  };
  if (escapes(others)) return known.length === stricter.length ? { kind: 'decides' } : null;
  // Each is dropped on trial: those that are missed stay.
  let kept = others;
  for (const other of others) {
    const fewer = kept.filter((each) => each !== other);
    if (!escapes(fewer)) kept = fewer;
  }
  return { kind: 'covered', by: kept };
}
