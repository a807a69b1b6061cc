import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Expr, PolicyTree } from '../syntax/ast.js';
import { bodiesOf, callValues, children, nameIn } from '../syntax/walk.js';
import type { Defines } from './defines.js';
import { namedLists } from './lists.js';

/** Says which definitions and named lists nothing uses, not even through others. */
export function reportUnused(tree: PolicyTree, defines: Defines, sink: DiagnosticSink): void {
  const lists = namedLists(tree);
  if (defines.size === 0 && lists.size === 0) return;
  const used = new Set<string>();
  const pending: Expr[] = [];
  for (const item of tree.items) {
    if (item.kind === 'define') continue;
    const { calls, histories } = bodiesOf(item);
    for (const call of calls) pending.push(call);
    for (const history of histories) for (const value of callValues(history)) pending.push(value);
  }
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    const name = nameIn(expr);
    if (name !== undefined && !used.has(name)) {
      used.add(name);
      const define = defines.get(name);
      if (define) pending.push(define.define.body);
    }
    for (const child of children(expr)) pending.push(child);
  }
  const named = [...lists.values(), ...[...defines.values()].map(({ define }) => define)];
  for (const { name } of named) if (!used.has(name.text)) sink.report('define_unused', name.span, { name: name.text });
}
