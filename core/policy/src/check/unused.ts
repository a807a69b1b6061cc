import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Expr, PolicyTree } from '../syntax/ast.js';
import { bodiesOf, callValues, children } from '../syntax/walk.js';
import type { Defines } from './defines.js';

/** Says which definitions nothing uses, not even through others. */
export function reportUnused(tree: PolicyTree, defines: Defines, sink: DiagnosticSink): void {
  if (defines.size === 0) return;
  const used = new Set<string>();
  const pending: Expr[] = [];
  for (const item of tree.items) {
    if (item.kind === 'define') continue;
    const { calls, histories } = bodiesOf(item);
    for (const call of calls) pending.push(call);
    for (const history of histories) for (const value of callValues(history)) pending.push(value);
  }
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    const name =
      expr.kind === 'call'
        ? expr.name.text
        : expr.kind === 'path' && expr.root === null
          ? expr.segments[0]?.text
          : undefined;
    const define = name === undefined || used.has(name) ? undefined : defines.get(name);
    if (define && name !== undefined) {
      used.add(name);
      pending.push(define.define.body);
    }
    for (const child of children(expr)) pending.push(child);
  }
  for (const [name, { define }] of defines) {
    if (!used.has(name)) sink.report('define_unused', define.name.span, { name });
  }
}
