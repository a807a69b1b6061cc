import type { Type } from '@ostiary/catalogue';
import { followFields, resolvePath, type TypeEnvironment } from '../../check/environment.js';
import { getOrMake } from '../../maps.js';
import type { Define, Expr, ExprOf, NamedList, PathExpr, PolicyTree } from '../../syntax/ast.js';
import type { Call, Context, Decision } from '../types.js';
import type { Moment } from './moment.js';
import { defineScope, lookUp, type Scope } from './scope.js';
import { partType } from '../../values/parts.js';

/** Everything an interpretation looks at. */
export interface World {
  readonly environment: TypeEnvironment;
  readonly defines: ReadonlyMap<string, Define>;
  readonly lists: ReadonlyMap<string, NamedList>;
  /** The tools that the rule or statement at hand is about. */
  readonly scope: readonly string[];
  readonly call: Call;
  readonly context: Context;
  /** The point in the history at which conditions are judged; null when no history is known. */
  readonly moment: Moment | null;
  readonly decision: Decision | null;
}

/** What expressions of a policy name, by its name. */
interface Named {
  readonly defines: ReadonlyMap<string, Define>;
  readonly lists: ReadonlyMap<string, NamedList>;
}

const named = new WeakMap<PolicyTree, Named>();

/** Put together once for all calls that are decided by a tree. */
export const namedIn = (tree: PolicyTree): Named =>
  getOrMake(named, tree, () => ({
    defines: new Map(tree.items.flatMap((item) => (item.kind === 'define' ? [[item.name.text, item] as const] : []))),
    lists: new Map(tree.items.flatMap((item) => (item.kind === 'list' ? [[item.name.text, item] as const] : []))),
  }));

/** The type an expression has by itself: null for constants, and for what the tool lacks. Only texts need to know. */
export function typeBeside(expr: Expr, world: World, scope: Scope): Type | null {
  switch (expr.kind) {
    case 'path':
      return typeOfPath(expr, world, scope);
    case 'if':
      return typeBeside(expr.then, world, scope) ?? typeBeside(expr.else, world, scope);
    case 'or_else':
      return typeBeside(expr.operand, world, scope) ?? typeBeside(expr.fallback, world, scope);
    case 'arithmetic':
      return isTime(expr, world, scope) ? { kind: 'time' } : null;
    case 'call': {
      const define = world.defines.get(expr.name.text);
      return define ? typeBeside(define.body, world, defineScope(define, expr.args, scope)) : null;
    }
    default:
      return null;
  }
}

/** A time and a duration make a time, and so does a time less a duration; two times make a duration. */
function isTime({ op, left, right }: ExprOf<'arithmetic'>, world: World, scope: Scope): boolean {
  const [first, second] = [left, right].map((side) => typeBeside(side, world, scope)?.kind === 'time');
  if (op === '+') return first === true || second === true;
  return op === '-' && first === true && second !== true && !isText(right);
}

const isText = (expr: Expr): boolean => expr.kind === 'literal' && expr.value.type === 'string';

function typeOfPath(path: PathExpr, world: World, scope: Scope): Type | null {
  switch (path.root) {
    case 'tool':
      return { kind: 'string', format: 'text' };
    case 'answer':
    case 'executes':
      return { kind: 'string', format: 'keyword' };
    case null: {
      const [head, ...steps] = path.segments.map(({ text }) => text);
      const bound = lookUp(scope, head ?? '');
      const define = world.defines.get(head ?? '');
      const whole = bound ? bound.type : define ? typeBeside(define.body, world, null) : null;
      return steps.reduce<Type | null>((type, step) => type && stepType(type, step), whole);
    }
    default: {
      const names = path.segments.map(({ text }) => text);
      const found = resolvePath(world.environment, world.call.tool, path.root, names);
      if (found || path.root !== 'args') return found?.type ?? null;
      const shared = world.environment.sharedType(world.scope, names);
      return shared === 'mixed' ? null : shared;
    }
  }
}

function stepType(type: Type, step: string): Type | null {
  if (type.kind === 'record' || type.kind === 'map') return followFields(type, [step])?.type ?? null;
  return type.kind === 'string' ? partType(type.format, step) : null;
}
