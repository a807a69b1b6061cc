import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Expr, NamedList, PolicyTree } from '../syntax/ast.js';

export type NamedLists = ReadonlyMap<string, NamedList>;

/** The named lists of a policy. A name given twice, or to a definition too, is reported when there is a sink. */
export function namedLists(tree: PolicyTree, sink?: DiagnosticSink): NamedLists {
  const lists = new Map<string, NamedList>();
  const taken = new Set(tree.items.flatMap((item) => (item.kind === 'define' ? [item.name.text] : [])));
  for (const item of tree.items) {
    if (item.kind !== 'list') continue;
    const { text, span } = item.name;
    if (taken.has(text)) sink?.report('define_repeated', span, { name: text });
    else lists.set(text, item);
    taken.add(text);
  }
  return lists;
}

/** The named list that an expression is the name of; `isBound` tells the names of variables and parameters. */
export function listNamed(lists: NamedLists, expr: Expr, isBound: (name: string) => boolean): NamedList | null {
  if (expr.kind !== 'path' || expr.root !== null || expr.segments.length !== 1) return null;
  const name = expr.segments[0]?.text ?? '';
  return isBound(name) ? null : (lists.get(name) ?? null);
}
