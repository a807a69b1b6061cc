import type { DialectRules } from '../dialect.js';
import { quoteString } from '../../text/escapes.js';
import type { EventPattern, EventTools, HistoryExpr, PathExpr, Window } from '../ast.js';
import { commaList, literalText, nameText, pathText, printExpression } from './expressions.js';
import type { Writer } from './writer.js';

const OR = 1;
const AND = 2;
const SINCE = 3;
const UNARY = 4;
const ATOM = 5;

function power(expr: HistoryExpr): number {
  switch (expr.kind) {
    case 'h_logic':
      return expr.op === '||' ? OR : AND;
    case 'since':
      return SINCE;
    case 'h_not':
      return UNARY;
    default:
      return ATOM;
  }
}

/** Prints an expression over history; `least` is the power its place asks for. */
export function printHistory(w: Writer, expr: HistoryExpr, rules: DialectRules, least = OR): void {
  w.at(expr.span.start);
  if (power(expr) < least) {
    w.write('(');
    printHistory(w, expr, rules);
    w.write(')');
    return;
  }
  const event = (pattern: EventPattern): void => printEvent(w, pattern, rules);
  switch (expr.kind) {
    case 'h_logic':
      printHistory(w, expr.left, rules, power(expr));
      w.write(` ${expr.op} `);
      // A `since` that something stands before is in parentheses, however deep on the left it lies.
      printHistory(w, expr.right, rules, startsWithSince(expr.right) ? ATOM : power(expr) + 1);
      break;
    case 'h_quantifier':
      w.write(`${pathText(expr.list)}.${expr.quantifier}(${expr.variable.text}, `);
      printHistory(w, expr.body, rules);
      w.write(')');
      break;
    case 'h_not':
      w.write('!');
      printHistory(w, expr.operand, rules, UNARY);
      break;
    case 'formerly':
    case 'previous':
      w.write(`${expr.kind} ${windowText(expr.window)} ${keyText(expr.key)}`);
      event(expr.event);
      break;
    case 'since':
      printHistory(w, expr.holds, rules, expr.holds.kind === 'since' ? SINCE : ATOM);
      w.write(` since ${windowText(expr.window)} ${keyText(expr.key)}`);
      event(expr.event);
      break;
    case 'count':
      w.write('count(');
      event(expr.event);
      w.write(`) ${windowText(expr.window)} by ${pathText(expr.key)} ${expr.op} ${literalText(expr.bound.value)}`);
      break;
    case 'sum': {
      w.write('sum(');
      event(expr.event);
      w.write(`.${expr.field.text}${expr.currency ? ` in ${expr.currency.text}` : ''})`);
      const including = expr.includingThis ? ' including this' : '';
      w.write(
        ` ${windowText(expr.window)} by ${pathText(expr.key)}${including} ${expr.op} ${literalText(expr.bound.value)}`,
      );
      break;
    }
  }
}

/** Whether the leftmost operand is a `since`, which then begins the text. */
const startsWithSince = (expr: HistoryExpr): boolean =>
  expr.kind === 'since' || (expr.kind === 'h_logic' && startsWithSince(expr.left));

function windowText(window: Window): string {
  return `within ${window.kind === 'session' ? 'session' : window.text}`;
}

const keyText = (key: PathExpr | null): string => (key ? `by ${pathText(key)} ` : '');

function toolsText(tools: EventTools): string {
  if (tools.kind === 'class') return `@${tools.name.text}`;
  const names = tools.names.map(({ text }) => nameText(text));
  return names.length === 1 ? names.join('') : `[${names.join(', ')}]`;
}

function printEvent(w: Writer, { tools, state, fields, span }: EventPattern, rules: DialectRules): void {
  w.at(span.start).write(`${toolsText(tools)}.${state}`);
  if (fields.length === 0) return;
  w.write('{ ');
  commaList(w, fields, ({ of, name, op, value }) => {
    const text = of === 'args' && name.text === 'by' ? quoteString(name.text) : nameText(name.text);
    w.at(name.span.start).write(`${text}${op === '==' ? ':' : ` ${op}`} `);
    if (value === '*') w.write('*');
    else printExpression(w, value, rules);
  });
  w.at(span.end - 1).write(' }');
}
