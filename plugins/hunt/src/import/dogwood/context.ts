import type { Expr as Est, PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import { nodeOf } from '../cedar/est.js';
import type { ActionType, CedarField, CedarTypes, Fields } from '../cedar/types.js';

/** By convention the arguments of a tool stand here in the context. */
const INPUT = 'input';
const OTHERS = 'context_';

/** An argument, and what else is in the context, by names that never meet. */
const argumentName = (name: string): string => (name.startsWith(OTHERS) ? `${OTHERS}${name}` : name);
const otherName = (name: string): string => `${OTHERS}${name}`;

/** A path below `context` as it is with us: `context.input.to` is the argument `to`. Null: it is the record of all arguments. */
export function contextPath([first = '', second, ...deeper]: readonly string[]): readonly string[] | null {
  if (first !== INPUT) return [otherName(first), ...(second === undefined ? [] : [second]), ...deeper];
  return second === undefined ? null : [argumentName(second), ...deeper];
}

/** Stands for what has no counterpart. */
const UNKNOWN = { Unknown: [] } as unknown as Est;

/** A policy whose conditions read the arguments where they are with us. */
export function withArguments(json: PolicyJson, keep: (attribute: string) => boolean): PolicyJson {
  return { ...json, conditions: json.conditions.map((each) => ({ ...each, body: moved(each.body, keep) })) };
}

function moved(expr: Est, keep: (attribute: string) => boolean): Est {
  const { op, of } = nodeOf(expr);
  if (op === 'Value' || op === 'Var') return expr;
  if (op === '.' || op === 'has') {
    const { left, attr } = of as { left: Est; attr: string | readonly string[] };
    const path = pathOf(left);
    if (path !== null) return movedRead(op, path, [attr].flat(), keep) ?? expr;
  }
  const inner = (each: Est): Est => moved(each, keep);
  if (Array.isArray(of)) return { [op]: of.map(inner) };
  const parts = Object.entries(of as Readonly<Record<string, Est>>);
  return {
    [op]: Object.fromEntries(
      parts.map(([name, part]) => [name, op === 'Record' || OPERANDS.includes(name) ? inner(part) : part]),
    ),
  } as unknown as Est;
}

/** Members of a node that are expressions. */
const OPERANDS: readonly string[] = ['left', 'right', 'arg', 'in', 'if', 'then', 'else'];

/** Null: it stays as it is. */
function movedRead(
  op: '.' | 'has',
  path: readonly string[],
  names: readonly string[],
  keep: (attribute: string) => boolean,
): Est | null {
  const [first = ''] = names;
  if (path.length === 0 && names.length === 1 && keep(first)) return null;
  const all = contextPath([...path, ...names]);
  if (all === null) return op === 'has' ? { Value: true } : UNKNOWN;
  if (op === '.') return read(all);
  const asked = all.slice(-names.length) as [string, ...string[]];
  return { has: { left: read(all.slice(0, all.length - asked.length)), attr: asked } };
}

/** The path of what is read of the context; null: it is something else. */
function pathOf(expr: Est): readonly string[] | null {
  const { op, of } = nodeOf(expr);
  if (op === 'Var') return of === 'context' ? [] : null;
  if (op !== '.') return null;
  const { left, attr } = of as { left: Est; attr: string };
  const path = pathOf(left);
  return path && [...path, attr];
}

/** What stands at a path below the context, as Cedar reads it. */
export const read = (path: readonly string[]): Est =>
  path.reduce<Est>((left, attr) => ({ '.': { left, attr } }), { Var: 'context' });

/** Types by a schema, with the arguments where they are with us. */
export const typesWithArguments = (types: CedarTypes): CedarTypes => withActions(types, flat);

/** Types found from use, without some attributes of the context. */
export const typesWithout = (types: CedarTypes, names: ReadonlyMap<string, unknown>): CedarTypes =>
  withActions(types, (action) => ({
    ...action,
    context: new Map([...action.context].filter(([name]) => !names.has(name))),
  }));

function withActions(types: CedarTypes, change: (action: ActionType) => ActionType): CedarTypes {
  return {
    principal: types.principal,
    actionsIn: (action) => types.actionsIn(action),
    entityNamed: (name) => types.entityNamed(name),
    closed: types.closed,
    actions: new Map([...types.actions].map(([uid, action]): [string, ActionType] => [uid, change(action)])),
  };
}

function flat(action: ActionType): ActionType {
  const input = action.context.get(INPUT);
  const others = [...action.context].filter(([name]) => name !== INPUT || input?.type.kind !== 'record');
  const ofInput: readonly (readonly [string, CedarField])[] =
    input?.type.kind === 'record' ? [...input.type.fields].map(([name, of]) => [argumentName(name), of]) : [];
  const fields: Fields = new Map([...ofInput, ...others.map(([name, of]) => [otherName(name), of] as const)]);
  return { ...action, context: fields };
}
