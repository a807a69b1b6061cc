import { TOOL_CLASSES, type Type } from '@ostiary/catalogue';
import type { CoreEvent, CoreEventField, HistoryKey } from '../../core/ir.js';
import type { EventField, EventPattern, EventTools, Name, PathExpr } from '../../syntax/ast.js';
import { pathText } from '../../syntax/print/expressions.js';
import { nearestNames } from '../../text/nearest.js';
import { LOOKS_PER_NODE } from '../groups.js';
import { reportClass } from '../classes.js';
import { listNames, rename } from '../rename.js';
import { checkTool } from '../targets.js';
import { baseOf, isOrdered, isScalar, TEXT, typeKey, typeTerm } from '../../values/types.js';
import { coerce } from './align.js';
import type { Lowering, Names } from './context.js';

/** Lowers what a condition says of an event; null when an error in it was reported. */
export function lowerEvent(l: Lowering, pattern: EventPattern, names: Names): CoreEvent | null {
  const tools = lowerTools(l, pattern.tools);
  if (!tools) return null;
  const seen = new Set<string>();
  const fields: CoreEventField[] = [];
  for (const field of pattern.fields) {
    const key = `${field.of} ${field.name.text}`;
    if (seen.has(key)) l.sink.report('event_field_repeated', field.name.span, { field: field.name.text });
    seen.add(key);
    const lowered = lowerField(l, tools, field, names);
    if (lowered) fields.push(lowered);
  }
  return fields.length === pattern.fields.length ? { tools, state: pattern.state, fields } : null;
}

/** The tools of an event, each once. */
function lowerTools(l: Lowering, tools: EventTools): readonly string[] | null {
  const { catalogue } = l.environment;
  if (tools.kind === 'tools') {
    const known = tools.names.map((name) => checkTool(name, catalogue, l.knownTools, l.sink));
    return known.includes(false) ? null : [...new Set(tools.names.map(({ text }) => text))];
  }
  const { name } = tools;
  if (!catalogue) return l.sink.reject('tool_class_needs_catalogue', name.span, { name: name.text });
  const found = toolsOfGroup(l, name.text);
  if (found.length > 0) return found;
  const groups = [...new Set(catalogue.tools.flatMap(({ aliasGroup }) => aliasGroup ?? []))];
  if (TOOL_CLASSES.some((each) => each === name.text))
    return l.sink.reject('event_class_empty', name.span, { name: name.text });
  return reportClass(name, l.sink, [...TOOL_CLASSES, ...groups]);
}

/** The tools of a class, or of an alias group when there is no class of that name. */
export function toolsOfGroup({ environment }: Pick<Lowering, 'environment'>, name: string): readonly string[] {
  const cls = TOOL_CLASSES.find((each) => each === name);
  if (cls) return environment.toolsOfClass(cls);
  return (environment.catalogue?.tools ?? []).flatMap((tool) => (tool.aliasGroup === name ? [tool.name] : []));
}

function lowerField(l: Lowering, tools: readonly string[], field: EventField, names: Names): CoreEventField | null {
  const { of, name, op, value } = field;
  const read = of === 'args' ? argumentTypes(l, tools, [name.text], name) : principalTypes(l, tools);
  if (!read) {
    if (value !== '*') l.lower(value, names);
    return null;
  }
  const path = [name.text];
  if (value === '*') return { of, path, ...read, cmp: op, value: null };
  const { type } = read;
  if (!isScalar(type)) return l.sink.reject('not_comparable', name.span, { type: typeTerm(type) });
  if (op !== '==' && op !== '!=' && !isOrdered(type))
    return l.sink.reject('not_ordered', name.span, { type: typeTerm(type), op });
  l.subject = name.text;
  const ours = l.lower(value, names, type);
  const fitted = ours && coerce(l, ours, type, value.span);
  return fitted && { of, path, ...read, cmp: op, value: fitted.expr };
}

/** The type that all tools read an argument at, and each one's own. */
interface ReadTypes {
  readonly type: Type;
  readonly types: readonly Type[];
}

/** The events' principals are read as `principal.id` is. */
function principalTypes(l: Lowering, tools: readonly string[]): ReadTypes {
  const type = l.environment.typeOf(l.tool, 'principal', ['id'])?.type ?? TEXT;
  return { type, types: tools.map(() => type) };
}

/** Null when a tool lacks the argument, or two have it at types that differ in more than their bounds (reported). */
export function argumentTypes(
  l: Lowering,
  tools: readonly string[],
  path: readonly string[],
  name: Name,
): ReadTypes | null {
  l.budget.spend(Math.floor(tools.length / LOOKS_PER_NODE));
  const types: Type[] = [];
  for (const tool of tools) {
    const found = l.environment.typeOf(tool, 'args', path);
    if (!found) return noField(l, tool, name);
    types.push(found.type);
  }
  const [first, ...others] = types;
  if (!first) return null;
  const base = typeKey(baseOf(first));
  const other = others.findIndex((type) => typeKey(baseOf(type)) !== base);
  if (other >= 0)
    return l.sink.reject('event_field_types', name.span, {
      field: name.text,
      left: typeTerm(first),
      first: tools[0] ?? '',
      right: typeTerm(others[other] ?? first),
      second: tools[other + 1] ?? '',
    });
  const alike = others.every((type) => typeKey(type) === typeKey(first));
  return { type: alike ? first : baseOf(first), types };
}

function noField(l: Lowering, tool: string, field: Name): null {
  const nearest = nearestNames(field.text, Object.keys(l.environment.record(tool, 'args')?.fields ?? {}));
  const params = { tool, field: field.text, nearest: listNames(nearest) };
  return l.sink.reject('event_field_unknown', field.span, params, rename(field, nearest[0]));
}

/** Whose events a condition means: those of the principal when it does not say. */
export function lowerKey(l: Lowering, key: PathExpr | null, { tools }: CoreEvent): HistoryKey | null {
  if (key === null) return { by: 'principal' };
  const [first, ...rest] = key.segments;
  if (!first && (key.root === 'principal' || key.root === 'session')) return { by: key.root };
  if (key.root === null && rest.length === 0 && (first?.text === 'customer' || first?.text === 'anyone'))
    return { by: first.text };
  if (key.root !== 'args' || !first) return l.sink.reject('history_key_unknown', key.span, { key: pathText(key) });
  const path = key.segments.map(({ text }) => text);
  const there = argumentTypes(l, tools, path, first);
  if (!there) return null;
  const here = l.lower(key, null);
  const value = here && coerce(l, here, there.type, key.span);
  return value && { by: 'args', path, ...there, value: value.expr };
}
