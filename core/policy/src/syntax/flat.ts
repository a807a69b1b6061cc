import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Expr, Item } from './ast.js';

/**
 * Reports every test of a dialect-1 rule that is more than one attribute against constants, unless something in it
 * was reported already (a node that is no part of the dialect).
 */
export function checkFlat(item: Item, sink: DiagnosticSink): void {
  if (item.kind !== 'rule') return;
  for (const clause of item.clauses) {
    if (clause.over === 'call') checkConjunction(clause.body, sink);
  }
}

function checkConjunction(body: Expr, sink: DiagnosticSink): void {
  const pending: Expr[] = [body];
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    if (expr.kind === 'logic' && expr.op === '&&') pending.push(expr.right, expr.left);
    else if (!isTest(expr) && !sink.hasErrorWithin(expr.span)) sink.report('test_not_flat', expr.span, {});
  }
}

function isTest(expr: Expr): boolean {
  switch (expr.kind) {
    case 'path':
    case 'has':
      return true;
    case 'not':
      return ['path', 'has', 'under', 'in_range'].includes(expr.operand.kind) && isTest(expr.operand);
    case 'compare':
      return expr.left.kind === 'path' && expr.right.kind === 'literal';
    case 'in':
      return expr.operand.kind === 'path' && expr.items.every((item) => item.kind === 'literal');
    case 'in_list':
    case 'like':
    case 'matches':
    case 'under':
    case 'in_range':
      return expr.operand.kind === 'path';
    case 'contains':
      return expr.list.kind === 'path' && expr.item.kind === 'literal';
    default:
      return false;
  }
}
