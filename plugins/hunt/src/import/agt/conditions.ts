import type { Expr } from '@ostiary/policy';
import type { Attributes, Kind } from '../shared/attributes.js';
import { compare, has, number, oneOf, path, text } from '../shared/build.js';
import { and, either, not, or, settled, test, type Truth } from '../shared/truth.js';
import type { Expression } from './expression.js';

/** The name under which the toolkit has the tool of a call. */
const TOOL_NAMES: readonly string[] = ['tool_name', 'tool'];

export interface Context {
  readonly attributes: Attributes;
  /** Names that the policy knows. */
  readonly tools: Set<string>;
  /** Tells of a test that the toolkit cannot read; it is false there. */
  readonly unknown: (text: string) => void;
  /** Tells of a test that the toolkit's evaluator in Python reads otherwise than the one in TypeScript, which is followed here. */
  readonly otherwise: (reading: PythonReading) => void;
  /** Stands for a test that has no counterpart. */
  readonly unread: (expression: Expression) => Truth;
}

/** `false`: it is no test there. `zero`: what is absent counts as 0. */
export type PythonReading = 'false' | 'zero';

/** Null: both read it alike. */
function inPython(expression: Expression): PythonReading | null {
  if (expression.kind === 'in') return expression.negated ? 'false' : null;
  if (expression.kind !== 'compare') return null;
  const { op, value } = expression;
  if (value.kind === 'text') return value.text === '' ? 'false' : null;
  if (value.kind === 'bool' || op === '==' || op === '!=') return 'false';
  const holdsOfZero =
    op === '<' ? Number(value.digits) > 0 : op === '<=' || (op === '>=' && Number(value.digits) === 0);
  return holdsOfZero ? 'zero' : null;
}

/** Whether a path is the name of the tool. */
const isTool = ([first, ...rest]: readonly string[]): boolean => rest.length === 0 && TOOL_NAMES.includes(first ?? '');

/** A condition of the toolkit, all of whose tests are true or false: a test of what is absent is false, and `!=` and `not in` are true of it. */
export function truthOf(expression: Expression, context: Context): Truth {
  const otherwise = inPython(expression);
  if (otherwise) context.otherwise(otherwise);
  switch (expression.kind) {
    case 'or':
    case 'and':
      return expression.parts.map((part) => truthOf(part, context)).reduce(expression.kind === 'or' ? or : and);
    case 'unknown':
      context.unknown(expression.text);
      return settled(false);
    case 'in': {
      if (expression.items.length === 0) return settled(expression.negated);
      const found = isTool(expression.path)
        ? ofTool(expression.items, context)
        : ofAttribute(expression, 'text', context, (place) => oneOf(place, expression.items.map(text)));
      return expression.negated ? not(found) : found;
    }
    case 'compare': {
      const { op, value } = expression;
      if (value.kind === 'text' && isTool(expression.path)) {
        const found = ofTool([value.text], context);
        return op === '!=' ? not(found) : found;
      }
      if (value.kind === 'bool')
        return ofAttribute(expression, 'bool', context, (place) =>
          value.value ? place : { kind: 'not', operand: place, span: place.span },
        );
      const constant = value.kind === 'text' ? text(value.text) : number(value.digits);
      const found = ofAttribute(expression, value.kind, context, (place) =>
        compare(op === '!=' ? '==' : op, place, constant),
      );
      return op === '!=' ? not(found) : found;
    }
    case 'truthy':
      return ofAttribute(expression, 'bool', context, (place) => place);
  }
}

function ofTool(names: readonly string[], { tools }: Context): Truth {
  for (const each of names) tools.add(each);
  const [first = '', ...more] = names;
  const tool = path('tool', []);
  return test(more.length === 0 ? compare('==', tool, text(first)) : oneOf(tool, names.map(text)), false);
}

function ofAttribute(
  expression: Extract<Expression, { readonly path: readonly string[] }>,
  kind: Kind,
  context: Context,
  make: (place: Expr) => Expr,
): Truth {
  if (!context.attributes.read(expression.path, kind)) return context.unread(expression);
  const place = path('args', expression.path);
  const found = test(make(place), false);
  return {
    holds: found.holds,
    // `!` stands on single tests: see `Truth`.
    fails: () => either({ kind: 'not', operand: has(place), span: place.span }, found.fails()),
    mayFail: false,
  };
}

/** The tools that a condition is about; null: it may be about any. */
export function toolsOf(expression: Expression): readonly string[] | null {
  switch (expression.kind) {
    case 'and': {
      const known = expression.parts.map(toolsOf).filter((tools) => tools !== null);
      return known.length === 0 ? null : known.reduce((one, other) => one.filter((tool) => other.includes(tool)));
    }
    case 'or': {
      const all = expression.parts.map(toolsOf);
      return all.some((tools) => tools === null) ? null : [...new Set(all.flatMap((tools) => tools ?? []))];
    }
    case 'in':
      return isTool(expression.path) && !expression.negated ? expression.items : null;
    case 'compare':
      return isTool(expression.path) && expression.op === '==' && expression.value.kind === 'text'
        ? [expression.value.text]
        : null;
    default:
      return null;
  }
}

/** What is left of a condition where the tool is one that it is about; null: nothing. */
export function withoutTools(expression: Expression): Expression | null {
  if (isOfTools(expression)) return null;
  if (expression.kind !== 'and') return expression;
  const parts = expression.parts.filter((part) => !isOfTools(part));
  const [only, ...more] = parts;
  if (!only) return null;
  return more.length === 0 ? only : { ...expression, parts };
}

/** Whether a condition says which tools it is about, and no more. */
function isOfTools(expression: Expression): boolean {
  if (expression.kind === 'or') return expression.parts.every(isOfTools);
  return expression.kind !== 'and' && toolsOf(expression) !== null;
}
