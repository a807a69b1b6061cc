import { foldsToOneOf, pointerChild, type RecordType, type Type } from '@ostiary/catalogue';
import { isRawNumber } from '@ostiary/json';
import { nameJudge } from '../../values/names.js';
import { readValue } from '../../values/read.js';
import type { Decision } from '../types.js';
import type { World } from './world.js';
import type { RawObject } from '../../values/value.js';

/** A fault, and the way to it. */
interface Fault {
  readonly slug: Decision['slug'];
  readonly at: readonly (string | number)[];
}

/** What is refused before any rule is asked; null when nothing is. */
export function admit({ environment, call }: World): Decision | null {
  const refuse = (slug: Decision['slug']): Decision => ({ answer: 'refuse', slug, deciding: [] });
  const standing = nameJudge(environment.tools())(call.tool);
  if (standing === 'deceptive' || (standing === 'other' && environment.catalogue)) return refuse('tool_unknown');
  const args = environment.record(call.tool, 'args');
  if (!args) return null;
  const allowed = call.unknownArguments === 'allow';
  const fault = environment.catalogue
    ? faultIn(args, call.args, {}, allowed, call.unknown ?? [])
    : nameFault(args, call.args, []);
  return (
    fault && { ...refuse(fault.slug), pointer: fault.at.reduce<string>((base, key) => pointerChild(base, key), '') }
  );
}

const isObject = (raw: unknown): raw is RawObject =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !isRawNumber(raw);

const inside = (key: string | number, fault: Fault | null): Fault | null =>
  fault && { slug: fault.slug, at: [key, ...fault.at] };

/** The first fault of a value: members of objects in their order, then what they lack. `excused` may be missing. */
function faultIn(
  type: Type,
  raw: unknown,
  around: RawObject,
  allowed: boolean,
  excused: readonly string[],
): Fault | null {
  if (type.kind === 'record') {
    if (!isObject(raw)) return { slug: 'argument_ill_typed', at: [] };
    return memberFault(type, raw, allowed, excused) ?? gap(type, raw, excused);
  }
  if (type.kind === 'map') {
    if (!isObject(raw)) return { slug: 'argument_ill_typed', at: [] };
    const faults = Object.keys(raw).map((key) => {
      if (key === '__proto__') return { slug: 'argument_unknown', at: [key] } as const;
      const member = raw[key] ?? null;
      return member === null ? null : inside(key, faultIn(type.of, member, raw, allowed, []));
    });
    return faults.find((fault) => fault !== null) ?? null;
  }
  if (type.kind === 'list') {
    if (!Array.isArray(raw) || raw.length > (type.maxItems ?? raw.length))
      return { slug: 'argument_ill_typed', at: [] };
    const faults = raw.map((item, index) => inside(index, faultIn(type.of, item, around, allowed, [])));
    return faults.find((fault) => fault !== null) ?? null;
  }
  const reading = readValue(type, raw, around);
  if (reading.ok) return null;
  return { slug: reading.cause === 'currency_unknown' ? 'currency_unknown' : 'argument_ill_typed', at: [] };
}

function memberFault(type: RecordType, object: RawObject, allowed: boolean, excused: readonly string[]): Fault | null {
  for (const [name, raw] of Object.entries(object)) {
    if (raw === undefined) continue;
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    const fault =
      field === undefined
        ? unnamed(type, name, allowed)
        : raw === null
          ? null
          : inside(name, faultIn(field.type, raw, object, allowed, []));
    // A currency that is not known yet is no fault of the amount beside it.
    const named = field && currencyBeside(field.type);
    const isOpen = named !== undefined && excused.includes(named) && (object[named] ?? null) === null;
    if (fault && !(isOpen && fault.slug === 'currency_unknown')) return fault;
  }
  return null;
}

function currencyBeside(type: Type): string | undefined {
  if (type.kind === 'list') return currencyBeside(type.of);
  return type.kind === 'money' ? type.currencyFrom : undefined;
}

function unnamed(type: RecordType, name: string, allowed: boolean): Fault | null {
  const isTaken = type.open === true || allowed;
  const isDeceptive = name === '__proto__' || foldsToOneOf(Object.keys(type.fields))(name);
  return isTaken && !isDeceptive ? null : { slug: 'argument_unknown', at: [name] };
}

function gap(type: RecordType, object: RawObject, excused: readonly string[]): Fault | null {
  const lacking = Object.entries(type.fields).find(([name, { required }]) => {
    const isThere = Object.hasOwn(object, name) && (object[name] ?? null) !== null;
    return required && !isThere && !excused.includes(name);
  });
  return lacking ? { slug: 'argument_missing', at: [lacking[0]] } : null;
}

/** Without declarations only names that look like those the rules read are faults. */
function nameFault(type: Type, raw: unknown, at: readonly string[]): Fault | null {
  if (type.kind !== 'record' || !isObject(raw)) return at.length === 0 && !isObject(raw) ? ILL_TYPED : null;
  const isDeceptive = foldsToOneOf(Object.keys(type.fields));
  for (const [name, value] of Object.entries(raw)) {
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (name === '__proto__' || (!field && isDeceptive(name))) return { slug: 'argument_unknown', at: [...at, name] };
    const fault = field ? nameFault(field.type, value, [...at, name]) : null;
    if (fault) return fault;
  }
  return null;
}

const ILL_TYPED: Fault = { slug: 'argument_ill_typed', at: [] };
