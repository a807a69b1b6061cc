import type { Type } from '@ostiary/catalogue';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Define, Expr, PolicyTree } from '../syntax/ast.js';
import { children, nameIn } from '../syntax/walk.js';
import { namedType, NAMED_TYPES } from '../values/types.js';

/** A definition with the types of its parameters. */
export interface CheckedDefine {
  readonly define: Define;
  readonly params: readonly { readonly name: string; readonly type: Type }[];
}

export type Defines = ReadonlyMap<string, CheckedDefine>;

/**
 * Collects the definitions of a policy. Reports repeated names, unknown types, circles and definitions nobody uses;
 * what is in a circle is left out, so that writing out the rest ends.
 */
export function collectDefines(tree: PolicyTree, sink: DiagnosticSink): Defines {
  const defines = new Map<string, CheckedDefine>();
  for (const item of tree.items) {
    if (item.kind !== 'define') continue;
    if (defines.has(item.name.text)) sink.report('define_repeated', item.name.span, { name: item.name.text });
    else defines.set(item.name.text, { define: item, params: checkParams(item, sink) });
  }
  removeCircles(defines, sink);
  return defines;
}

function checkParams(define: Define, sink: DiagnosticSink): CheckedDefine['params'] {
  const seen = new Set<string>();
  return define.params.map(({ name, type }) => {
    if (seen.has(name.text)) sink.report('param_repeated', name.span, { name: name.text });
    seen.add(name.text);
    const known = namedType(type.text);
    if (!known) {
      const types = [...Object.keys(NAMED_TYPES), 'decimal2'].join(', ');
      sink.report('param_type_unknown', type.span, { name: type.text, types });
    }
    return { name: name.text, type: known ?? { kind: 'any' } };
  });
}

/** Names of definitions that `define` uses directly; its own parameters and variables hide them. */
function usesOf({ define, params }: CheckedDefine, defines: Defines): Set<string> {
  const uses = new Set<string>();
  const hidden = new Set(params.map(({ name }) => name));
  const visit = (expr: Expr): void => {
    const name = nameIn(expr);
    if (name !== undefined && !hidden.has(name) && defines.has(name)) uses.add(name);
    if ((expr.kind === 'quantifier' || expr.kind === 'total') && !hidden.has(expr.variable.text)) {
      visit(expr.list);
      hidden.add(expr.variable.text);
      visit(expr.body);
      hidden.delete(expr.variable.text);
      return;
    }
    for (const child of children(expr)) visit(child);
  };
  visit(define.body);
  return uses;
}

interface Visit {
  readonly name: string;
  /** Uses not yet looked at. */
  readonly rest: string[];
  /** The lowest place on the stack that a circle through this one goes back to; infinity when there is none. */
  back: number;
}

/** Depth-first; iterative, since a chain of definitions may be as long as the text allows. */
function removeCircles(defines: Map<string, CheckedDefine>, sink: DiagnosticSink): void {
  const done = new Set<string>();
  const circular = new Set<string>();
  const stack: Visit[] = [];
  const placeOf = new Map<string, number>();
  const enter = (name: string): void => {
    const define = defines.get(name);
    if (!define) return;
    placeOf.set(name, stack.length);
    stack.push({ name, rest: [...usesOf(define, defines)], back: Infinity });
  };
  for (const start of defines.keys()) {
    if (!done.has(start)) enter(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.rest.pop();
      const place = next === undefined ? undefined : placeOf.get(next);
      if (place !== undefined) {
        if (!sink.isFull) reportCircle(stack, place, defines, sink);
        top.back = Math.min(top.back, place);
      } else if (next !== undefined) {
        if (!done.has(next)) enter(next);
      } else {
        stack.pop();
        done.add(top.name);
        placeOf.delete(top.name);
        if (top.back <= stack.length) circular.add(top.name);
        const below = stack.at(-1);
        if (below && top.back < stack.length) below.back = Math.min(below.back, top.back);
      }
    }
  }
  for (const name of circular) defines.delete(name);
}

const MAX_SHOWN = 8;

/** The circle is what lies on the stack from `place` on. */
function reportCircle(stack: readonly Visit[], place: number, defines: Defines, sink: DiagnosticSink): void {
  const first = stack[place]?.name ?? '';
  const define = defines.get(first)?.define;
  if (!define) return;
  const shown = stack.slice(place, place + MAX_SHOWN).map(({ name }) => name);
  const cycle = [...shown, ...(stack.length - place > MAX_SHOWN ? ['...'] : []), first].join(' -> ');
  sink.report('define_recursive', define.name.span, { name: first, cycle });
}
