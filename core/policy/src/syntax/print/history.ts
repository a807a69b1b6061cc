import type { DialectRules } from '../../dialect/dialect.js';
import type { EventPattern, HistoryExpr, Window } from '../ast.js';
import { commaList, literalText, nameText, pathText, printExpression } from './expressions.js';
import type { Writer } from './writer.js';

const OR = 1;
const AND = 2;
const UNARY = 3;
const ATOM = 4;

function power(expr: HistoryExpr): number {
  switch (expr.kind) {
    case 'h_logic':
      return expr.op === '||' ? OR : AND;
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
      printHistory(w, expr.right, rules, power(expr) + 1);
      break;
    case 'h_not':
      w.write('!');
      printHistory(w, expr.operand, rules, UNARY);
      break;
    case 'formerly':
    case 'previous':
      w.write(`${expr.kind} ${windowText(expr.window)} `);
      event(expr.event);
      break;
    case 'since':
      printHistory(w, expr.holds, rules, ATOM);
      w.write(` since ${windowText(expr.window)} `);
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

function windowText(window: Window): string {
  return `within ${window.kind === 'session' ? 'session' : window.text}`;
}

function printEvent(w: Writer, { tool, state, fields, span }: EventPattern, rules: DialectRules): void {
  w.at(span.start).write(`${nameText(tool.text)}.${state}`);
  if (fields.length === 0) return;
  w.write('{ ');
  commaList(w, fields, ({ name, value }) => {
    w.at(name.span.start).write(`${nameText(name.text)}: `);
    if (value === '*') w.write('*');
    else printExpression(w, value, rules);
  });
  w.at(span.end - 1).write(' }');
}
