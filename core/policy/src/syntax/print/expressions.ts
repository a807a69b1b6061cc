import type { DialectRules } from '../dialect.js';
import { quoteGlob, quoteRegex, quoteString } from '../../text/escapes.js';
import type { Expr, ExprOf, LiteralValue, Name, PathExpr } from '../ast.js';
import { BINDING } from '../operators.js';
import { isIdentifier } from '../tokens.js';
import type { Writer } from './writer.js';

/** How tightly a printed node holds together; what binds less tightly than its place is put in parentheses. */
function power(expr: Expr): number {
  switch (expr.kind) {
    case 'if':
      return 0;
    case 'logic':
      return expr.op === '||' ? BINDING.or : BINDING.and;
    case 'compare':
    case 'in':
    case 'in_list':
    case 'like':
    case 'matches':
    case 'in_order':
    case 'convert':
      return BINDING.test;
    case 'has':
      return expr.form === 'infix' ? BINDING.test : BINDING.postfix;
    case 'contains':
      return expr.negated ? BINDING.test : BINDING.postfix;
    case 'or_else':
      return BINDING.or_else;
    case 'arithmetic':
      return expr.op === '*' ? BINDING.product : BINDING.sum;
    case 'not':
    case 'negate':
      return BINDING.prefix;
    default:
      return BINDING.postfix;
  }
}

/** A text, an expression with the power its place asks for, or what ends the node, behind the comments in it. */
type Part = string | readonly [expr: Expr, least: number] | { readonly end: ')' | ']' };

/** Prints an expression; `least` is the power its place asks for. */
export function printExpression(w: Writer, expr: Expr, rules: DialectRules, least: number = BINDING.or): void {
  w.at(expr.span.start);
  const isLoose = !rules.flat && power(expr) < least;
  if (isLoose) w.write('(');
  for (const part of partsOf(expr, rules)) {
    if (typeof part === 'string') w.write(part);
    else if ('end' in part) w.at(expr.span.end - 1).write(part.end);
    else printExpression(w, part[0], rules, part[1]);
  }
  if (isLoose) w.write(')');
}

function partsOf(expr: Expr, rules: DialectRules): readonly Part[] {
  const own = power(expr);
  switch (expr.kind) {
    case 'literal':
      return [literalText(expr.value)];
    case 'path':
      return [pathText(expr)];
    case 'has':
      return [hasText(expr.target, expr.form)];
    case 'not':
      return rules.flat ? ['not ', [expr.operand, 0]] : ['!', [expr.operand, BINDING.prefix]];
    case 'negate':
      // `-3` would read back as one constant.
      return ['-', [expr.operand, beginsWithNumber(expr.operand) ? BINDING.postfix + 1 : BINDING.prefix]];
    case 'logic':
      return logicParts(expr, rules);
    case 'compare':
      return [
        [expr.left, expr.left.kind === 'convert' ? BINDING.test : own + 1],
        ` ${expr.op} `,
        [expr.right, own + 1],
      ];
    case 'arithmetic':
      return [[expr.left, own], ` ${expr.op} `, [expr.right, own + 1]];
    case 'or_else':
      return [[expr.operand, own], ' or else ', [expr.fallback, own + 1]];
    case 'in':
      return [[expr.operand, own + 1], `${not(expr)} in [`, ...commaParts(expr.items), { end: ']' }];
    case 'like':
      return [[expr.operand, own + 1], `${not(expr)} like ${quoteGlob(expr.pattern)}`];
    case 'matches':
      return [[expr.operand, own + 1], `${not(expr)} matches ${quoteRegex(expr.pattern)}`];
    case 'under':
      return ['under(', [expr.operand, 0], `, ${quoteString(expr.directory.text)}`, { end: ')' }];
    case 'in_range':
      return ['in_range(', [expr.operand, 0], `, ${quoteString(expr.range.text)}`, { end: ')' }];
    case 'in_order':
      return [
        [expr.operand, own + 1],
        ' in_order [',
        ...commaParts(expr.order),
        `] ${expr.op} `,
        [expr.bound, BINDING.postfix],
      ];
    case 'contains':
      return rules.containsMethod && !expr.negated
        ? [[expr.list, BINDING.postfix], '.contains(', [expr.item, 0], { end: ')' }]
        : [[expr.list, BINDING.test + 1], `${not(expr)} contains `, [expr.item, BINDING.or_else]];
    case 'in_list':
      return [[expr.operand, own + 1], `${not(expr)} in `, [expr.list, BINDING.or_else]];
    case 'set':
      return [[expr.list, BINDING.postfix], `.${expr.test}(`, [expr.other, 0], { end: ')' }];
    case 'items':
      return ['[', ...commaParts(expr.items), { end: ']' }];
    case 'size':
      return [[expr.operand, BINDING.postfix], '.size()'];
    case 'quantifier':
    case 'total': {
      const method = expr.kind === 'total' ? 'sum' : expr.quantifier;
      return [[expr.list, BINDING.postfix], `.${method}(${expr.variable.text}, `, [expr.body, 0], { end: ')' }];
    }
    case 'if':
      return ['if ', [expr.condition, BINDING.or], ' then ', [expr.then, BINDING.or], ' else ', [expr.else, 0]];
    case 'call':
      return [`${expr.name.text}(`, ...commaParts(expr.args), { end: ')' }];
    case 'label':
      return [
        expr.target
          ? `label(${pathText(expr.target)}, ${quoteString(expr.label)})`
          : `session.label(${quoteString(expr.label)})`,
      ];
    case 'confirmed':
      return ['confirmed(this)'];
    case 'convert':
      return [[expr.operand, BINDING.or_else], ` in ${expr.currency.text} using rates@${nameText(expr.rates.text)}`];
  }
}

const not = ({ negated }: { readonly negated: boolean }): string => (negated ? ' not' : '');

const commaParts = (items: readonly Expr[]): readonly Part[] =>
  items.flatMap((item, index): Part[] => [...(index > 0 ? [', '] : []), [item, BINDING.or]]);

function beginsWithNumber(expr: Expr): boolean {
  switch (expr.kind) {
    case 'literal':
      return expr.value.type === 'int' || expr.value.type === 'decimal' || expr.value.type === 'money';
    case 'size':
      return beginsWithNumber(expr.operand);
    case 'quantifier':
    case 'total':
    case 'contains':
    case 'set':
      return beginsWithNumber(expr.list);
    default:
      return false;
  }
}

/** An `&&` inside an `||` gets parentheses it does not need, because readers do. */
function logicParts(expr: ExprOf<'logic'>, rules: DialectRules): readonly Part[] {
  const least = (inner: Expr, min: number): number =>
    expr.op === '||' && inner.kind === 'logic' && inner.op === '&&' ? BINDING.and + 1 : min;
  return [
    [expr.left, least(expr.left, power(expr))],
    ` ${expr.op === '&&' ? rules.and : '||'} `,
    [expr.right, least(expr.right, power(expr) + 1)],
  ];
}

/** Prints items with commas between them. */
export function commaList<Item>(w: Writer, items: readonly Item[], print: (item: Item) => void): void {
  for (const [index, item] of items.entries()) {
    if (index > 0) w.write(', ');
    print(item);
  }
}

function hasText(target: PathExpr, form: 'prefix' | 'infix' | 'postfix'): string {
  if (form === 'prefix') return `has ${pathText(target)}`;
  if (form === 'postfix') return `${pathText(target)}?`;
  const [first, ...rest] = target.segments;
  const fromRoot = target.root !== null && !target.bare;
  const [head, ...tail] = fromRoot ? target.segments : rest;
  return `${(fromRoot ? rootText(target) : first?.text) ?? ''} has ${nameText(head?.text ?? '')}${tail.map(step).join('')}`;
}

/** A path as it is written. */
export function pathText(path: PathExpr): string {
  const { root, segments, bare } = path;
  if (root !== null && !bare) return rootText(path) + segments.map(step).join('');
  const [first, ...rest] = segments;
  return (first?.text ?? '') + rest.map(step).join('');
}

/** What a message calls an expression: its path, or else its kind. */
export const subjectOf = (expr: Expr): string => (expr.kind === 'path' ? pathText(expr) : expr.kind);

const rootText = ({ root, zone }: PathExpr): string => (zone ? `now(${quoteString(zone.text)})` : (root ?? ''));

const step = ({ text }: Name): string => (isIdentifier(text) ? `.${text}` : `[${quoteString(text)}]`);

/** A name, in quotes if it needs them. */
export const nameText = (text: string): string => (isIdentifier(text) ? text : quoteString(text));

/** A constant as it is written. */
export function literalText(value: LiteralValue): string {
  switch (value.type) {
    case 'string':
      return quoteString(value.value);
    case 'bool':
      return String(value.value);
    case 'int':
    case 'decimal':
      return grouped(value.digits);
    case 'money':
      return `${grouped(value.digits)} ${value.currency}`;
    case 'duration':
      return value.text;
  }
}

/** `10000.00` as `10_000.00`; four digits and fewer stay together. */
function grouped(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const shown = whole.replace('-', '').length > 4 ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '_') : whole;
  return fraction === undefined ? shown : `${shown}.${fraction}`;
}
