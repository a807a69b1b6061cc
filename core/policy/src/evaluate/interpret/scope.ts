import type { Type } from '@ostiary/catalogue';
import { namedType } from '../../values/types.js';
import type { Define, Expr } from '../../syntax/ast.js';
import type { Dynamic } from './dynamic.js';

/** Names in reach, innermost first: items of quantifiers by value, parameters of definitions by their expression. */
export type Scope =
  | null
  | { readonly name: string; readonly item: Dynamic; readonly type: Type; readonly outer: Scope }
  | { readonly name: string; readonly argument: Expr; readonly in: Scope; readonly type: Type; readonly outer: Scope };

/** What a name stands for; null when nothing in reach has it. */
export function lookUp(scope: Scope, name: string): NonNullable<Scope> | null {
  for (let at = scope; at; at = at.outer) if (at.name === name) return at;
  return null;
}

/** The scope a definition's body is read in. */
export function defineScope(define: Define, args: readonly Expr[], from: Scope): Scope {
  let scope: Scope = null;
  define.params.forEach(({ name, type }, i) => {
    const [argument, declared] = [args[i], namedType(type.text)];
    if (!argument || !declared) throw new RangeError(`no argument ${String(i + 1)} for ${define.name.text}`);
    scope = { name: name.text, argument, in: from, type: declared, outer: scope };
  });
  return scope;
}
