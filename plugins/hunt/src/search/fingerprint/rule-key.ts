import { digestOf } from '@ostiary/guard';
import type { CorePolicy, CoreRule } from '@ostiary/policy';

type Digests = Partial<Record<'shape' | 'meaning', string>>;

/** Of the rules of a policy: each is reckoned once. */
const known = new WeakMap<CorePolicy, Map<CoreRule, Digests>>();

/**
 * What a rule is known by from one version of a policy to the next: its `@id`, or else a digest of its shape, in which a literal is
 * only its type. Neither its place nor how it is written counts; rules of one shape are told apart by their literals.
 */
export function ruleKey(core: CorePolicy, rule: CoreRule): string {
  if (hasId(rule)) return `@${rule.id}`;
  const shape = shapeOf(core, rule);
  const alike = core.rules.filter((each) => !hasId(each) && shapeOf(core, each) === shape);
  if (alike.length < 2) return shape;
  const own = meaningOf(core, rule);
  // Of rules that are the same it does not matter which is which, so their places tell them apart.
  const before = alike.filter((each) => {
    const its = meaningOf(core, each);
    return its < own || (its === own && each.index < rule.index);
  }).length;
  return `${shape}#${String(before)}`;
}

/** An order of the rules of a policy that does not depend on where they stand in it. */
export const byKey =
  (core: CorePolicy) =>
  (one: CoreRule, other: CoreRule): number =>
    ruleKey(core, one) < ruleKey(core, other) ? -1 : 1;

/** Whether its author named it. */
export const hasId = ({ annotations }: CoreRule): boolean => Object.hasOwn(annotations, 'id');

/** A digest of the rule without its id, in which a literal is only its type. */
const shapeOf = (core: CorePolicy, rule: CoreRule): string =>
  once(core, rule, 'shape', () => digestOf(plain(core, rule, false)));

/** A digest of the rule without its id, with its literals. */
export const meaningOf = (core: CorePolicy, rule: CoreRule): string =>
  once(core, rule, 'meaning', () => digestOf(plain(core, rule, true)));

function once(core: CorePolicy, rule: CoreRule, name: keyof Digests, reckon: () => string): string {
  const ofPolicy = known.get(core) ?? new Map<CoreRule, Digests>();
  known.set(core, ofPolicy);
  const digests = ofPolicy.get(rule) ?? {};
  ofPolicy.set(rule, digests);
  return (digests[name] ??= reckon());
}

function plain({ slots }: CorePolicy, { effect, variants }: CoreRule, literals: boolean): unknown {
  const copy = (value: unknown): unknown => {
    if (typeof value === 'bigint') return value.toString();
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([name]) => name !== 'span' && name !== 'unasked');
    return Object.fromEntries(
      members.map(([name, inner]) => {
        if (name === 'slot' && typeof inner === 'number')
          return [name, [slots[inner]?.root, ...(slots[inner]?.path ?? [])]];
        if (!literals && LITERALS.has(name)) return [name, typeof inner];
        return [name, copy(inner)];
      }),
    );
  };
  return [effect, copy(variants)];
}

/** Members of core expressions that hold what was written as a literal. */
const LITERALS: ReadonlySet<string> = new Set([
  'value',
  'values',
  'bound',
  'pattern',
  'directory',
  'range',
  'windowMs',
  'order',
]);
