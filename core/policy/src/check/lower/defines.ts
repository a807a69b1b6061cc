import type { Expr, Name } from '../../syntax/ast.js';
import { pathText } from '../../syntax/print/expressions.js';
import type { Lowering, Names } from './context.js';
import { coerce } from './align.js';
import { reportName } from './reports.js';
import type { Typed } from './typed.js';

/** Writes out a definition at the place of its use; its parameters stand for the arguments in their own scope. */
export function lowerDefine(l: Lowering, name: Name, args: readonly Expr[], names: Names): Typed | null {
  const define = l.defines.get(name.text);
  if (!define)
    return args[0] && Object.hasOwn(METHODS, name.text) ? reportMethod(l, name, args[0]) : reportName(l, name, names);
  const { params } = define;
  if (params.length !== args.length) {
    const expected = String(params.length);
    return l.sink.reject('define_arguments', name.span, { name: name.text, expected, found: String(args.length) });
  }
  let inner: Names = null;
  let ok = true;
  for (const [index, param] of params.entries()) {
    const expr = args[index];
    if (!expr || param.type.kind === 'any') return null;
    // Read here once for its errors, in its own words; then again wherever the parameter is used.
    const value = l.lower(expr, names, param.type);
    ok = value !== null && coerce(l, value, param.type, expr.span) !== null && ok;
    inner = { name: param.name, binding: { kind: 'param', type: param.type, expr, scope: names }, outer: inner };
  }
  return ok ? l.lower(define.define.body, inner) : null;
}

/** What is written behind a list, and stands before it in other languages. */
const METHODS: Readonly<Record<string, string>> = {
  sum: 'sum(x, ...)',
  any: 'any(x, ...)',
  all: 'all(x, ...)',
  contains: 'contains(...)',
  size: 'size()',
};

function reportMethod(l: Lowering, { text: name, span }: Name, list: Expr): null {
  const example = `${list.kind === 'path' ? pathText(list) : 'args.list'}.${METHODS[name] ?? ''}`;
  return l.sink.reject('method_before_list', span, { name, example });
}
