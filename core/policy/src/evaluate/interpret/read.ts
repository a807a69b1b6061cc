import { foldsToOneOf, type MapType, type RecordType, type Type } from '@ostiary/catalogue';
import { isRawNumber } from '@ostiary/json';
import { resolvePath } from '../../check/environment.js';
import { partOf, type StringPart } from '../../values/parts.js';
import type { PathExpr } from '../../syntax/ast.js';
import { readValue } from '../../values/read.js';
import type { Context } from '../types.js';
import { readClock } from './clock.js';
import { type Dynamic, fromValue, missing } from './dynamic.js';
import type { Truth } from './compare.js';
import type { World } from './world.js';
import type { RawObject } from '../../values/value.js';

type Root = 'args' | 'principal' | 'session' | 'now';

/** The raw members from a root to the end of a path; undefined from the first that is not there. */
function follow(
  root: unknown,
  path: readonly string[],
): { readonly raw: unknown; readonly parent: unknown; readonly blocked: boolean } {
  let [raw, parent]: [unknown, unknown] = [root, undefined];
  for (const name of path) {
    if (raw === undefined || raw === null) return { raw: undefined, parent, blocked: false };
    if (typeof raw !== 'object' || Array.isArray(raw) || isRawNumber(raw))
      return { raw: undefined, parent, blocked: true };
    parent = raw;
    raw = Object.hasOwn(raw, name) ? (raw as Record<string, unknown>)[name] : undefined;
  }
  return { raw: raw ?? undefined, parent, blocked: false };
}

function rawRoot(root: Root, { call, context }: { readonly call: World['call']; readonly context: Context }): unknown {
  return root === 'args'
    ? call.args
    : root === 'principal'
      ? context.principal
      : root === 'session'
        ? context.session
        : undefined;
}

/** What lies at a path of raw members, read at a type. */
export function readAt(root: unknown, path: readonly string[], type: Type): Dynamic {
  const { raw, parent, blocked } = follow(root, path);
  if (blocked) return missing('ill_typed');
  if (raw === undefined) return missing('absent');
  const reading = readValue(type, raw, parent as RawObject);
  return reading.ok ? fromValue(type, reading.value) : missing(reading.cause);
}

/** Whether the wire carries something but null at a path, whatever it is. */
export function isThere(root: unknown, path: readonly string[]): boolean {
  return path.length > 0 && follow(root, path).raw !== undefined;
}

/** Whether an attribute is there; null when what is there cannot be read at its type. */
export function isPresent(path: PathExpr, world: World): Truth {
  const names = path.segments.map(({ text }) => text);
  if (path.root !== 'args' && path.root !== 'principal' && path.root !== 'session')
    throw new TypeError(`has ${String(path.root)}`);
  // What the tool does not have is not there, whatever the wire carries.
  const found = world.environment.typeOf(world.call.tool, path.root, names);
  if (!found) return world.environment.sharedType(world.scope, names) === 'mixed' ? null : false;
  if (isDisguised(path.root, names, world)) return null;
  const value = readAt(rawRoot(path.root, world), names, found.type);
  if (value.kind !== 'missing') return true;
  return value.cause === 'absent' ? false : null;
}

/** Whether an object that a path begins in or leads through has a name that could be taken for one of its own. Arguments were looked at before. */
export function isDisguised(root: Root, path: readonly string[], world: World): boolean {
  if (root === 'args') return false;
  const { environment, call } = world;
  return path.some((_, at) => {
    const way = path.slice(0, at);
    const type = at === 0 ? environment.record(call.tool, root) : environment.typeOf(call.tool, root, way)?.type;
    const { raw } = follow(rawRoot(root, world), way);
    if (type?.kind !== 'record' || typeof raw !== 'object' || raw === null || isRawNumber(raw)) return false;
    const [own, others] = [Object.keys(type.fields), Object.keys(raw)];
    return others.some((name) => !own.includes(name) && (name === '__proto__' || foldsToOneOf(own)(name)));
  });
}

/** The value at a path for this call, at the type it has for the tool; missing, with the cause, when there is none. */
export function readPathExpr(path: PathExpr, root: Root, world: World): Dynamic {
  const names = path.segments.map(({ text }) => text);
  const found = resolvePath(world.environment, world.call.tool, root, names);
  // Where others declare several types, nothing can stand for what this tool lacks.
  if (!found) return missing(world.environment.sharedType(world.scope, names) === 'mixed' ? 'ill_typed' : 'absent');
  if (root === 'now') {
    const [{ now }, name, { zone }] = [world.context, names[0] ?? '', path];
    return zone ? readClock(now, zone.text, name, found.type) : readNow(now, name, found.type);
  }
  const whole = isDisguised(root, found.path, world)
    ? missing('ill_typed')
    : readAt(rawRoot(root, world), found.path, found.whole);
  return found.part === null ? whole : part(whole, found.part, found.type);
}

function readNow(now: number | undefined, name: string, type: Type): Dynamic {
  if (now === undefined) return missing('absent');
  const date = new Date(now);
  if (!Number.isInteger(now) || Number.isNaN(date.getTime())) return missing('ill_typed');
  const midnight = new Date(date);
  midnight.setUTCHours(0, 0, 0, 0);
  const fields: Readonly<Record<string, number>> = {
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    weekday: date.getUTCDay() || 7,
    date: midnight.getTime(),
    time: now,
  };
  return fromValue(type, fields[name] ?? 0);
}

/** A step into a record or a formatted string. */
export function step(value: Dynamic, name: string, partTypeOf: (format: string) => Type | null): Dynamic {
  if (value.kind === 'record') return field(value.value, value.type, name);
  if (value.kind !== 'string') return value.kind === 'missing' ? value : missing('ill_typed');
  const type = partTypeOf(value.format);
  return type ? part(value, name as StringPart, type) : missing('absent');
}

function field(record: RawObject, type: RecordType | MapType, name: string): Dynamic {
  const [value, declared] = [record[name], type.kind === 'map' ? type.of : type.fields[name]?.type];
  return value === undefined || !declared ? missing('absent') : fromValue(declared, value as never);
}

function part(whole: Dynamic, name: StringPart, type: Type): Dynamic {
  if (whole.kind !== 'string') return whole;
  const value = partOf(whole.format, whole.text, name);
  return value === null ? missing('absent') : fromValue(type, value);
}
