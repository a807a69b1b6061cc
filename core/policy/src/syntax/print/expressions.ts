import type { DialectRules } from '../dialect.js';
import { quoteGlob, quoteRegex, quoteString } from '../../text/escapes.js';
import type { Expr, LiteralValue, Name, PathExpr } from '../ast.js';
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
      return BINDING.test;
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

/** Prints an expression; `least` is the power its place asks for. */
export function printExpression(w: Writer, expr: Expr, rules: DialectRules, least: number = BINDING.or): void {
  w.at(expr.span.start);
  const show = (inner: Expr, min: number): void => printExpression(w, inner, rules, min);
  const list = (items: readonly Expr[]): void => commaList(w, items, (item) => show(item, BINDING.or));
  if (!rules.flat && power(expr) < least) {
    w.write('(');
    show(expr, 0);
    w.write(')');
    return;
  }
  const tighter = power(expr) + 1;
  switch (expr.kind) {
    case 'literal':
      w.write(literalText(expr.value));
      break;
    case 'path':
      w.write(pathText(expr));
      break;
    case 'has':
      printHas(w, expr.target, expr.form);
      break;
    case 'not':
      w.write(rules.flat ? 'not ' : '!');
      show(expr.operand, rules.flat ? 0 : BINDING.prefix);
      break;
    case 'negate':
      w.write('-');
      // `-3` would read back as one constant.
      show(expr.operand, beginsWithNumber(expr.operand) ? BINDING.postfix + 1 : BINDING.prefix);
      break;
    case 'logic':
      printLogic(w, expr, rules, show);
      break;
    case 'compare':
      show(expr.left, expr.left.kind === 'convert' ? BINDING.test : tighter);
      w.write(` ${expr.op} `);
      show(expr.right, tighter);
      break;
    case 'arithmetic':
      show(expr.left, power(expr));
      w.write(` ${expr.op} `);
      show(expr.right, tighter);
      break;
    case 'or_else':
      show(expr.operand, power(expr));
      w.write(' or else ');
      show(expr.fallback, tighter);
      break;
    case 'in':
      show(expr.operand, tighter);
      w.write(expr.negated ? ' not in [' : ' in [');
      list(expr.items);
      w.at(expr.span.end - 1).write(']');
      break;
    case 'like':
    case 'matches':
      show(expr.operand, tighter);
      w.write(`${expr.negated ? ' not' : ''} ${expr.kind} `);
      w.write(expr.kind === 'like' ? quoteGlob(expr.pattern) : quoteRegex(expr.pattern));
      break;
    case 'under':
    case 'in_range':
      w.write(`${expr.kind}(`);
      show(expr.operand, 0);
      w.write(`, ${quoteString((expr.kind === 'under' ? expr.directory : expr.range).text)}`);
      w.at(expr.span.end - 1).write(')');
      break;
    case 'in_order':
      show(expr.operand, tighter);
      w.write(' in_order [');
      list(expr.order);
      w.write(`] ${expr.op} `);
      show(expr.bound, BINDING.postfix);
      break;
    case 'contains':
      printContains(w, expr, rules, show);
      break;
    case 'in_list':
      show(expr.operand, tighter);
      w.write(expr.negated ? ' not in ' : ' in ');
      show(expr.list, BINDING.or_else);
      break;
    case 'set':
      show(expr.list, BINDING.postfix);
      w.write(`.${expr.test}(`);
      show(expr.other, 0);
      w.at(expr.span.end - 1).write(')');
      break;
    case 'items':
      w.write('[');
      list(expr.items);
      w.at(expr.span.end - 1).write(']');
      break;
    case 'size':
      show(expr.operand, BINDING.postfix);
      w.write('.size()');
      break;
    case 'quantifier':
      show(expr.list, BINDING.postfix);
      w.write(`.${expr.quantifier}(${expr.variable.text}, `);
      show(expr.body, 0);
      w.at(expr.span.end - 1).write(')');
      break;
    case 'total':
      show(expr.list, BINDING.postfix);
      w.write(`.sum(${expr.variable.text}, `);
      show(expr.body, 0);
      w.at(expr.span.end - 1).write(')');
      break;
    case 'if':
      w.write('if ');
      show(expr.condition, BINDING.or);
      w.write(' then ');
      show(expr.then, BINDING.or);
      w.write(' else ');
      show(expr.else, 0);
      break;
    case 'call':
      w.write(`${expr.name.text}(`);
      list(expr.args);
      w.at(expr.span.end - 1).write(')');
      break;
    case 'label':
      w.write(
        expr.target
          ? `label(${pathText(expr.target)}, ${quoteString(expr.label)})`
          : `session.label(${quoteString(expr.label)})`,
      );
      break;
    case 'confirmed':
      w.write('confirmed(this)');
      break;
    case 'convert':
      show(expr.operand, BINDING.or_else);
      w.write(
        ` in ${expr.currency.text} using rates@${isIdentifier(expr.rates.text) ? expr.rates.text : quoteString(expr.rates.text)}`,
      );
      break;
  }
}

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
function printLogic(
  w: Writer,
  expr: Extract<Expr, { kind: 'logic' }>,
  rules: DialectRules,
  show: (inner: Expr, min: number) => void,
): void {
  const least = (inner: Expr, min: number): number =>
    expr.op === '||' && inner.kind === 'logic' && inner.op === '&&' ? BINDING.and + 1 : min;
  show(expr.left, least(expr.left, power(expr)));
  w.write(` ${expr.op === '&&' ? rules.and : '||'} `);
  show(expr.right, least(expr.right, power(expr) + 1));
}

function printContains(
  w: Writer,
  expr: Extract<Expr, { kind: 'contains' }>,
  rules: DialectRules,
  show: (inner: Expr, min: number) => void,
): void {
  if (rules.containsMethod && !expr.negated) {
    show(expr.list, BINDING.postfix);
    w.write('.contains(');
    show(expr.item, 0);
    w.at(expr.span.end - 1).write(')');
    return;
  }
  show(expr.list, BINDING.test + 1);
  w.write(expr.negated ? ' not contains ' : ' contains ');
  show(expr.item, BINDING.or_else);
}

/** Prints items with commas between them. */
export function commaList<Item>(w: Writer, items: readonly Item[], print: (item: Item) => void): void {
  for (const [index, item] of items.entries()) {
    if (index > 0) w.write(', ');
    print(item);
  }
}

function printHas(w: Writer, target: PathExpr, form: 'prefix' | 'infix' | 'postfix'): void {
  if (form === 'prefix') {
    w.write(`has ${pathText(target)}`);
  } else if (form === 'postfix') {
    w.write(`${pathText(target)}?`);
  } else {
    const [first, ...rest] = target.segments;
    const fromRoot = target.root !== null && !target.bare;
    const base = fromRoot ? rootText(target) : first?.text;
    const steps = fromRoot ? target.segments : rest;
    const [head, ...tail] = steps;
    w.write(`${base ?? ''} has ${nameText(head?.text ?? '')}${tail.map(step).join('')}`);
  }
}

/** A path as it is written. */
export function pathText(path: PathExpr): string {
  const { root, segments, bare } = path;
  if (root !== null && !bare) return rootText(path) + segments.map(step).join('');
  const [first, ...rest] = segments;
  return (first?.text ?? '') + rest.map(step).join('');
}

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
