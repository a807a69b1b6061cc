import type { Guard, GuardExpr } from '../../model/index.js';
import type { Compared } from '../source/compared.js';
import { itemsOf, member, memberAt, textMember } from '../source/tree.js';
import { variableOf } from './values.js';

/** The outputs of an if-else: each case in its order, by its handle. What matches none leaves by `false`. */
export function casesOf(
  data: unknown,
  compared: Compared,
): readonly { readonly handle: string; readonly guard: Guard }[] {
  const cases = itemsOf(member(data, 'cases'));
  // Until 0.6.9 there was one case, and its conditions stood in the node.
  if (cases.length === 0) return [{ handle: 'true', guard: guardOf(data, compared) }];
  return cases.map((one) => ({
    handle: textMember(one, 'case_id') ?? textMember(one, 'id') ?? '',
    guard: guardOf(one, compared),
  }));
}

function guardOf(one: unknown, compared: Compared): Guard {
  const conditions = itemsOf(member(one, 'conditions'));
  const text = conditions.map(inWords).join(textMember(one, 'logical_operator') === 'or' ? ' or ' : ' and ');
  const of = conditions.map((condition) => expressionOf(condition, compared));
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
function expressionOf(condition: unknown, compared: Compared): GuardExpr | undefined {
  const variable = variableOf(member(condition, 'variable_selector'));
  const operator = textMember(condition, 'comparison_operator') ?? '';
  const value = member(condition, 'value');
  const type = textMember(condition, 'varType') ?? (ORDER.has(operator) || operator === '=' ? 'number' : 'string');
  if (variable === undefined || memberAt(condition, 'sub_variable_condition') !== undefined) return undefined;
  if (typeof value === 'string' && value.includes('{{')) return undefined;
  const op = EQUAL.get(operator) ?? ORDER.get(operator);
  if (type === 'number') {
    const number = Number(value === '' ? NaN : value);
    return op && Number.isFinite(number) ? (compared.compare(variable, op, { value: number }) ?? undefined) : undefined;
  }
  if (type === 'boolean')
    return op && typeof value === 'boolean' ? (compared.compare(variable, op, { value }) ?? undefined) : undefined;
  return type === 'string' ? ofText(variable, operator, value, compared) : undefined;
}

/** The texts that an operator asks for, with anything between the pieces; what follows `not` asks for the opposite. */
const PIECES: ReadonlyMap<string, (text: string) => readonly string[]> = new Map([
  ['is', (text) => [text]],
  ['=', (text) => [text]],
  ['contains', (text) => ['', text, '']],
  ['start with', (text) => [text, '']],
  ['end with', (text) => ['', text]],
]);

function ofText(variable: string, operator: string, value: unknown, compared: Compared): GuardExpr | undefined {
  if (operator === 'empty' || operator === 'not empty') {
    compared.text(variable, { pieces: [''] });
    const empty = { op: 'empty', variable } as const;
    return operator === 'empty' ? empty : { op: 'not', of: empty };
  }
  const positive = operator === 'is not' || operator === '≠' ? 'is' : operator.replace(/^not /, '');
  const pieces = PIECES.get(positive);
  if (typeof value !== 'string' || !pieces) return undefined;
  const said = compared.text(variable, { pieces: pieces(value) });
  if (!said) return undefined;
  return positive === operator ? said : { op: 'not', of: said };
}
