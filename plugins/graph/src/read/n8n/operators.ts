import { member, textMember } from '../source/tree.js';
import type { TextQuestion } from '../source/text-classes.js';
import type { Atom } from './formula.js';

/** A comparison of a filter parameter. `sensitive`: whether its texts keep their case; undefined: nobody can tell. */
export function currentAtom(condition: unknown, sensitive: boolean | undefined): Atom {
  const operator = member(condition, 'operator');
  const operation = textMember(operator, 'operation') ?? '';
  const left = shownLeft(member(condition, 'leftValue'));
  const unread = unreadAtom(condition);
  if (left === undefined) return unread;
  if (operation === 'exists') return { left, kind: 'any', holds: (value) => value !== undefined && value !== null };
  if (operation === 'notExists') return { left, kind: 'any', holds: (value) => value === undefined || value === null };
  const right = constant(member(condition, 'rightValue'));
  switch (textMember(operator, 'type')) {
    case 'string':
      return (sensitive === undefined ? undefined : ofText(left, operation, right, !sensitive, true)) ?? unread;
    case 'number':
      return ofNumber(left, operation, right) ?? unread;
    case 'dateTime':
      return ofTime(left, operation, right) ?? unread;
    case 'boolean':
      return ofTruth(left, operation, right) ?? unread;
    case 'array':
      return ofLength(left, operation, right) ?? unread;
    case 'object':
      if (operation === 'empty') return { left, kind: 'object', holds: (value) => value !== true };
      return operation === 'notEmpty' ? { left, kind: 'object', holds: (value) => value === true } : unread;
    default:
      return unread;
  }
}

const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['equal', 'equals'],
  ['notEqual', 'notEquals'],
  ['isEmpty', 'empty'],
  ['isNotEmpty', 'notEmpty'],
]);

/** A comparison of the first versions, by the list that it stands in or the type of its Switch. */
export function oldAtom(type: string, value: unknown, rule: unknown): Atom {
  const left = shownLeft(value);
  const right = constant(member(rule, 'value2'));
  const told = textMember(rule, 'operation');
  const unread = unreadAtom([type, value, rule]);
  if (left === undefined) return unread;
  switch (type) {
    case 'string':
      return ofText(left, OLD_NAMES.get(told ?? 'equal') ?? told ?? '', right ?? '', false, false) ?? unread;
    case 'number':
      return ofOldNumber(left, told ?? 'smaller', right ?? 0) ?? unread;
    case 'boolean':
      return ofTruth(left, OLD_NAMES.get(told ?? 'equal') ?? '', right ?? false) ?? unread;
    default:
      // A date that is none fails the node, and the zone of one depends on the machine.
      return unread;
  }
}

const PIECES: ReadonlyMap<string, (text: string) => readonly string[]> = new Map([
  ['equals', (text) => [text]],
  ['contains', (text) => ['', text, '']],
  ['startsWith', (text) => [text, '']],
  ['endsWith', (text) => ['', text]],
]);

/** `blank`: a value that is absent is as an empty text; else it is equal to none. */
function ofText(left: string, operation: string, right: unknown, folded: boolean, blank: boolean): Atom | undefined {
  const name = operation.replace(/^not(?=[A-Z])/, '');
  const positive = name === operation ? operation : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const negated = name !== operation;
  const isEmpty = positive === 'empty';
  if (!isEmpty && typeof right !== 'string') return undefined;
  const text = isEmpty ? '' : String(right);
  const pieces = isEmpty ? [''] : PIECES.get(positive)?.(text);
  if (!pieces) return undefined;
  const question: TextQuestion = { pieces, ...(folded && { folded: true as const }) };
  const said = (one: string): string => (folded ? one.toLowerCase() : one);
  const asks = (own: string): boolean => {
    switch (positive) {
      case 'contains':
        return own.includes(said(text));
      case 'startsWith':
        return own.startsWith(said(text));
      case 'endsWith':
        return own.endsWith(said(text));
      default:
        return own === said(text);
    }
  };
  const absent = blank || isEmpty || positive === 'contains' ? asks('') : false;
  return {
    left,
    kind: 'text',
    question,
    holds: (value) => (typeof value === 'string' ? asks(said(value)) : absent) !== negated,
  };
}

const ORDERS: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['gt', (a, b) => a > b],
  ['lt', (a, b) => a < b],
  ['gte', (a, b) => a >= b],
  ['lte', (a, b) => a <= b],
]);

/** JavaScript takes null for 0 where it compares, and what is undefined for no number. */
function ofNumber(left: string, operation: string, right: unknown): Atom | undefined {
  if (operation === 'empty') return { left, kind: 'number', holds: (value) => value === undefined || value === null };
  if (operation === 'notEmpty')
    return { left, kind: 'number', holds: (value) => value !== undefined && value !== null };
  if (typeof right !== 'number') return undefined;
  const all = { left, kind: 'number', border: right } as const;
  if (operation === 'equals') return { ...all, holds: (value) => value === right };
  if (operation === 'notEquals') return { ...all, holds: (value) => value !== right };
  const order = ORDERS.get(operation);
  return order && { ...all, holds: (value) => order(value === null ? 0 : (value as number), right) };
}

const OLD_ORDERS: ReadonlyMap<string, string> = new Map([
  ['larger', 'gt'],
  ['smaller', 'lt'],
  ['largerEqual', 'gte'],
  ['smallerEqual', 'lte'],
]);

/** What is nothing is 0 where it is compared for its order. */
function ofOldNumber(left: string, operation: string, right: unknown): Atom | undefined {
  const order = ORDERS.get(OLD_ORDERS.get(operation) ?? '');
  if (!order) return ofNumber(left, OLD_NAMES.get(operation) ?? '', right);
  if (typeof right !== 'number') return undefined;
  return { left, kind: 'number', border: right, holds: (value) => order((value as number) || 0, right) };
}

const TIMES: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['equals', (a, b) => a === b],
  ['notEquals', (a, b) => a !== b],
  ['after', (a, b) => a > b],
  ['before', (a, b) => a < b],
  ['afterOrEquals', (a, b) => a >= b],
  ['beforeOrEquals', (a, b) => a <= b],
]);

function ofTime(left: string, operation: string, right: unknown): Atom | undefined {
  // Without a zone it is in that of the workflow.
  const zoned = typeof right === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(right);
  const border = zoned ? Date.parse(right) : NaN;
  const order = TIMES.get(operation);
  if (!order || !Number.isFinite(border)) return undefined;
  return { left, kind: 'time', border, holds: (value) => typeof value === 'number' && order(value, border) };
}

function ofTruth(left: string, operation: string, right: unknown): Atom | undefined {
  if (operation === 'true') return { left, kind: 'truth', holds: (value) => value === true };
  if (operation === 'false') return { left, kind: 'truth', holds: (value) => value !== true };
  if (typeof right !== 'boolean') return undefined;
  if (operation === 'equals') return { left, kind: 'truth', holds: (value) => value === right };
  return operation === 'notEquals' ? { left, kind: 'truth', holds: (value) => value !== right } : undefined;
}

/** A list that is absent is empty. */
function ofLength(left: string, operation: string, right: unknown): Atom | undefined {
  const length = (value: unknown): number => (typeof value === 'number' ? value : 0);
  if (operation === 'empty') return { left, kind: 'length', border: 0, holds: (value) => length(value) === 0 };
  if (operation === 'notEmpty') return { left, kind: 'length', border: 0, holds: (value) => length(value) !== 0 };
  if (typeof right !== 'number') return undefined;
  const all = { left, kind: 'length', border: right } as const;
  if (operation === 'lengthEquals') return { ...all, holds: (value) => length(value) === right };
  if (operation === 'lengthNotEquals') return { ...all, holds: (value) => length(value) !== right };
  const order = ORDERS.get(operation.replace(/^length/, '').toLowerCase());
  return order && { ...all, holds: (value) => order(length(value), right) };
}

/** Two comparisons are one where they say the same, whatever the editor called them. */
export function unreadAtom(all: unknown): Atom {
  const left = JSON.stringify(all ?? null, (key, one: unknown) => (key === 'id' ? undefined : one));
  return { left, kind: 'unread', holds: (value) => value === true };
}

/** The expression that is looked at, without its braces; undefined: it is a constant, or text around an expression. */
function shownLeft(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, inside] = /^=\s*\{\{((?:(?!\}\}|\{\{)[^])*)\}\}\s*$/.exec(value) ?? [];
  return inside?.trim();
}

/** A constant; undefined: an expression. */
function constant(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('=')) return value;
  return value.includes('{{') ? undefined : value.slice(1);
}
