import type { RecordType, Type } from '@ostiary/catalogue';
import { type CoreExpr, type CorePolicy, type CoreRule, within } from '@ostiary/policy';
import { attributeTests } from '../guards/attribute-tests.js';
import type { Hunt } from '../hunt/hunt.js';
import { mentionsOf } from '../guards/mentions.js';

/** Values far apart, the larger last. */
const UNITS: readonly { readonly names: RegExp; readonly values: readonly [string, string] }[] = [
  { names: /^(?:currency|ccy|currency_?code)$/i, values: ['JPY', 'KWD'] },
  { names: /^(?:unit|units|time_?unit)$/i, values: ['seconds', 'days'] },
];

/** The arguments that say what a number counts, and two values of each: of its type, else of those that the rules name, else any. */
export function unitsOf(
  hunt: Hunt,
  tool: string,
  { fields }: RecordType,
): readonly (readonly [string, readonly [string, string]])[] {
  return Object.entries(fields).flatMap(([name, { type }]) => {
    const unit = UNITS.find(({ names }) => names.test(name));
    if (!unit || type.kind !== 'string' || (type.format !== 'text' && type.format !== 'keyword')) return [];
    const ofRules = namedBy(hunt, tool, name);
    const [one, other] = type.enum ?? (ofRules.length > 1 ? ofRules : unit.values);
    return one === undefined || other === undefined ? [] : [[name, [one, other]] as const];
  });
}

/** The values of an argument that the rules about a tool name. */
function namedBy(hunt: Hunt, tool: string, argument: string): readonly string[] {
  const tests = hunt.rulesOf(tool).flatMap((rule) => {
    const guard = hunt.guardOf(rule, tool);
    return guard ? attributeTests(hunt.policy.core, guard).filter(({ name }) => name === argument) : [];
  });
  const values = tests.flatMap(({ literals }) => literals.filter((each) => typeof each === 'string'));
  return [...new Set(values)];
}

const isNumber = (type: Type | undefined): boolean => type?.kind === 'int' || type?.kind === 'decimal';

/** A number that a rule limits. */
export interface Limit {
  /** The argument with the number. */
  readonly amount: string;
  /** Whether the rule lets pass what is within the limit; else it stops what is beyond. */
  readonly lets: boolean;
}

/** The numbers that a rule limits, each alone or as the sum of several calls. */
export function limitsOf(hunt: Hunt, rule: CoreRule, tool: string, { fields }: RecordType): readonly Limit[] {
  const guard = hunt.guardOf(rule, tool);
  if (!guard) return [];
  const alone = attributeTests(hunt.policy.core, guard).flatMap(({ cmp, negated, ofItem, name }) => {
    const isUpper = isBelow(cmp) !== negated;
    return ofItem || !isOrder(cmp) ? [] : [{ amount: name, lets: isUpper }];
  });
  const sums = within(guard).flatMap((expr) =>
    expr.op === 'sum' && expr.event.tools.includes(tool) && expr.field.length === 1 && isOrder(expr.cmp)
      ? [{ amount: expr.field[0] ?? '', lets: isBelow(expr.cmp) }]
      : [],
  );
  // The only number there is must be what the unit is of.
  const numbers = Object.values(fields).filter(({ type }) => isNumber(type)).length;
  const limits = [...alone, ...sums].filter(
    ({ amount, lets }) =>
      (lets ? rule.effect !== 'refuse' : rule.effect !== 'allow') &&
      isNumber(fields[amount]?.type) &&
      (numbers === 1 || AMOUNT.test(amount)),
  );
  return limits.filter(({ amount }, at) => limits.findIndex((each) => each.amount === amount) === at);
}

const isBelow = (cmp: string | null): boolean => cmp === '<' || cmp === '<=';

const isOrder = (cmp: string | null): boolean => isBelow(cmp) || cmp === '>' || cmp === '>=';

const AMOUNT = /amount|price|total|sum|cost|value|budget|fee|limit|duration|period|timeout|ttl/i;

/** Whether a guard asks for the unit: of the call, or of the events that it sums. */
export const readsUnit = (core: CorePolicy, guard: CoreExpr, name: string): boolean =>
  mentionsOf(core, guard, name).value ||
  within(guard).some((expr) => 'event' in expr && expr.event.fields.some(({ path }) => path[0] === name));
