import type { Guard, GuardExpr, Variable } from '../../model/index.js';
import { itemsOf, member, memberAt, textMember } from '../source/tree.js';
import { variableOf } from './values.js';

/** The outputs of an if-else: each case in its order, by its handle. What matches none leaves by `false`. */
export function casesOf(data: unknown, types: Types): readonly { readonly handle: string; readonly guard: Guard }[] {
  const cases = itemsOf(member(data, 'cases'));
  // Until 0.6.9 there was one case, and its conditions stood in the node.
  if (cases.length === 0) return [{ handle: 'true', guard: guardOf(data, types) }];
  return cases.map((one) => ({
    handle: textMember(one, 'case_id') ?? textMember(one, 'id') ?? '',
    guard: guardOf(one, types),
  }));
}

/** Types of the variables that guards look at. A variable that is looked at in two ways has none, and its guards are opaque. */
export class Types {
  readonly #types = new Map<string, 'string' | 'real' | 'bool' | undefined>();

  see(name: string, type: 'string' | 'real' | 'bool'): void {
    const known = this.#types.get(name);
    this.#types.set(name, known === undefined && !this.#types.has(name) ? type : known === type ? type : undefined);
  }

  get variables(): readonly Variable[] {
    return [...this.#types].flatMap(([name, type]) => (type ? [{ name, type }] : []));
  }
}

function guardOf(one: unknown, types: Types): Guard {
  const conditions = itemsOf(member(one, 'conditions'));
  const text = conditions.map(inWords).join(textMember(one, 'logical_operator') === 'or' ? ' or ' : ' and ');
  const of = conditions.map((condition) => expressionOf(condition, types));
  if (of.length === 0 || of.some((expr) => expr === undefined)) return { opaque: text || 'no condition' };
  const known = of.filter((expr) => expr !== undefined);
  const [only] = known;
  if (only && known.length === 1) return { expr: only, text };
  return { expr: { op: textMember(one, 'logical_operator') === 'or' ? 'or' : 'and', of: known }, text };
}

function inWords(condition: unknown): string {
  const value = member(condition, 'value');
  const of = variableOf(member(condition, 'variable_selector')) ?? '?';
  return [of, textMember(condition, 'comparison_operator') ?? '?', typeof value === 'string' ? value : '']
    .filter((part) => part !== '')
    .join(' ');
}

const EQUAL: ReadonlyMap<string, '=' | '!='> = new Map([
  ['is', '='],
  ['=', '='],
  ['is not', '!='],
  ['≠', '!='],
]);
const ORDER: ReadonlyMap<string, '<' | '<=' | '>' | '>='> = new Map([
  ['<', '<'],
  ['≤', '<='],
  ['>', '>'],
  ['≥', '>='],
]);

/** A comparison of a text, a number or a truth with a constant; anything else is not read. */
function expressionOf(condition: unknown, types: Types): GuardExpr | undefined {
  const variable = variableOf(member(condition, 'variable_selector'));
  const operator = textMember(condition, 'comparison_operator') ?? '';
  const value = member(condition, 'value');
  const type = textMember(condition, 'varType') ?? (ORDER.has(operator) || operator === '=' ? 'number' : 'string');
  if (variable === undefined || memberAt(condition, 'sub_variable_condition') !== undefined) return undefined;
  if (typeof value === 'string' && value.includes('{{')) return undefined;
  if (type === 'number') return ofNumber(variable, operator, Number(value === '' ? NaN : value), types);
  if (type === 'boolean' && typeof value === 'boolean' && EQUAL.has(operator)) {
    types.see(variable, 'bool');
    return { op: EQUAL.get(operator) ?? '=', variable, value };
  }
  return type === 'string' ? ofText(variable, operator, value, types) : undefined;
}

function ofNumber(variable: string, operator: string, value: number, types: Types): GuardExpr | undefined {
  const equal = EQUAL.get(operator);
  const order = ORDER.get(operator);
  if (!Number.isFinite(value) || !(equal ?? order)) return undefined;
  types.see(variable, 'real');
  if (equal) return { op: equal, variable, value };
  return order && { op: order, variable, value };
}

function ofText(variable: string, operator: string, value: unknown, types: Types): GuardExpr | undefined {
  if (operator === 'empty' || operator === 'not empty') {
    types.see(variable, 'string');
    const empty = { op: 'empty', variable } as const;
    return operator === 'empty' ? empty : { op: 'not', of: empty };
  }
  if (typeof value !== 'string') return undefined;
  const op = EQUAL.get(operator);
  if (!op && operator !== 'contains' && operator !== 'not contains') return undefined;
  types.see(variable, 'string');
  if (op) return { op, variable, value };
  const contains = { op: 'contains', variable, value } as const;
  return operator === 'contains' ? contains : { op: 'not', of: contains };
}
