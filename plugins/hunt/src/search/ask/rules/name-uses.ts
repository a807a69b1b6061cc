import { type CoreExpr, type CoreRule, placeText, type Slot, within } from '@ostiary/policy';
import type { Hunt } from '../hunt/hunt.js';
import { looksMisspelt } from './misspelt.js';

/** The texts that an expression compares places with. */
function equalities(expr: CoreExpr): readonly { slot: number; value: string }[] {
  if (expr.op === 'member' && expr.operand.op === 'read') {
    const { slot } = expr.operand;
    return expr.values.flatMap((value) => (typeof value === 'string' ? [{ slot, value }] : []));
  }
  if (expr.op !== 'compare') return [];
  const [read, other] = expr.left.op === 'read' ? [expr.left, expr.right] : [expr.right, expr.left];
  const isEquality = expr.cmp === '==' || expr.cmp === '!=';
  return isEquality && read.op === 'read' && other.op === 'const' && typeof other.value === 'string'
    ? [{ slot: read.slot, value: other.value }]
    : [];
}

/** The places that a rule looks at. */
const slotsIn = ({ variants }: CoreRule, slots: readonly Slot[]): readonly Slot[] =>
  variants.flatMap(({ guard }) =>
    within(guard).flatMap((each) => (each.op === 'read' || each.op === 'has' ? (slots[each.slot] ?? []) : [])),
  );

/** A name that looks like another one, which is used more. `of`: what it is a name of. */
export interface Doubtful {
  readonly of: string;
  readonly name: string;
  readonly meant: string;
  readonly rules: readonly CoreRule[];
}

/** Attributes of the principal and the session that nothing declares: written once, and nearly as another one is written more often. */
export function attributesNamed(hunt: Hunt): Iterable<Doubtful> {
  const { core } = hunt.policy;
  const uses = new Uses();
  for (const rule of core.rules)
    for (const { path, root } of slotsIn(rule, core.slots))
      if ((root === 'principal' || root === 'session') && !core.catalogue?.[root]) uses.add(root, path[0] ?? '', rule);
  return uses.doubtful();
}

/** Tools that rules name, written so. */
export function toolsNamed(hunt: Hunt): Iterable<Doubtful> {
  const uses = new Uses();
  for (const rule of hunt.policy.core.rules)
    for (const name of rule.variants.flatMap(({ tools: own }) => own ?? [])) uses.add('', name, rule);
  return uses.doubtful();
}

/** Constants that an attribute without a closed set of values is compared with, written so. */
export function valuesNamed(hunt: Hunt): Iterable<Doubtful> {
  const { core } = hunt.policy;
  const uses = new Uses();
  for (const rule of core.rules)
    for (const { slot, value } of rule.variants.flatMap(({ guard }) => within(guard).flatMap(equalities))) {
      const read = core.slots[slot];
      if (read?.type.kind === 'string' && !read.type.enum) uses.add(placeText(read), value, rule);
    }
  return uses.doubtful();
}

/** Which rules use which names. */
class Uses {
  private readonly found = new Map<string, Map<string, Set<CoreRule>>>();

  add(of: string, name: string, rule: CoreRule): void {
    const names = this.found.get(of) ?? new Map<string, Set<CoreRule>>();
    this.found.set(of, names.set(name, (names.get(name) ?? new Set<CoreRule>()).add(rule)));
  }

  /** Names of one rule, each with one of several rules that it looks like. */
  *doubtful(): Generator<Doubtful> {
    for (const [of, names] of this.found)
      for (const [name, rules] of names) {
        const meant = [...names].find(([other, others]) => others.size > rules.size && looksMisspelt(name, other));
        if (rules.size === 1 && meant) yield { of, name, meant: meant[0], rules: [...rules] };
      }
  }
}
