import { foldsToOneOf, pointerChild, type RecordType, type Type } from '@ostiary/catalogue';
import type { CorePolicy } from '../core/ir.js';
import { faultPointer } from '../values/fault.js';
import { CURRENCY_UNKNOWN, isMiss, type Miss, type Outcome } from '../values/outcome.js';
import { isAbsent, isRecord, ownMember, RESERVED, type Reader, readerOf } from '../values/read.js';
import type { Call, Decision } from './types.js';
import type { RawObject } from '../values/value.js';

/** A member of the arguments that a call may not carry, or has to: the pointer to it, and the slug to refuse it with. */
export interface Rejection {
  readonly slug: 'argument_ill_typed' | 'argument_missing' | 'argument_unknown' | 'currency_unknown';
  readonly pointer: string;
}

/** Checks the arguments of one tool before any rule is asked. */
export interface Admission {
  /**
   * The first fault, or null: members in the order of the call, then what is missing in the order of the declaration.
   * `onValue` is told of declared arguments that were read, so that nothing is read twice.
   */
  check(call: Call, onValue: (name: string, value: Outcome) => void): Rejection | null;
}

/** What a tool's arguments are checked against: what is declared, or else the names that its rules read. */
export function admissionFor({ catalogue, inferred }: CorePolicy, tool: string): Admission {
  const declared = catalogue?.tools.find(({ name }) => name === tool)?.args;
  if (declared) return admissionOf(declared);
  const read = (inferred && Object.hasOwn(inferred.tools, tool) ? inferred.tools[tool] : inferred?.other) ?? null;
  return read ? namesOf(read) : { check: () => null };
}

function admissionOf(type: RecordType): Admission {
  const check = new RecordCheck(type);
  return {
    check: (call, onValue) =>
      isRecord(call.args) ? check.members(call.args, call, onValue) : { slug: 'argument_ill_typed', pointer: '' },
  };
}

/** Of types that were inferred only the names are known for certain, and those of no more than the objects around them. */
function namesOf(type: RecordType): Admission {
  const isDeceptive = deceptionIn(type);
  return {
    check: ({ args }) => (isRecord(args) ? isDeceptive(args) : { slug: 'argument_ill_typed', pointer: '' }),
  };
}

type NameCheck = (object: RawObject) => Rejection | null;

function deceptionIn({ fields }: RecordType): NameCheck {
  const isDeceptive = foldsToOneOf(Object.keys(fields));
  const inner = new Map<string, NameCheck>();
  for (const [name, { type }] of Object.entries(fields)) if (type.kind === 'record') inner.set(name, deceptionIn(type));
  return (object) => {
    for (const name of Object.keys(object)) {
      if (name === RESERVED || (!Object.hasOwn(fields, name) && isDeceptive(name))) return unknown(name);
      const value = object[name];
      const found = isRecord(value) ? inner.get(name)?.(value) : undefined;
      if (found) return within(found, name);
    }
    return null;
  };
}

type Check = (raw: unknown, siblings: RawObject, call: Call) => Rejection | null;

interface Member {
  readonly read: Reader;
  /** Set when a value may hold objects: their names are looked at, too. */
  readonly check: Check | null;
  readonly type: Type;
  readonly required: boolean;
}

/** Whether what names the currency of an amount is said to be unknown as yet: the amount is then undefined, not malformed. */
function awaitsCurrency(type: Type, object: RawObject, { unknown: open }: Call): boolean {
  const amount = type.kind === 'list' ? type.of : type;
  if (amount.kind !== 'money' || amount.currencyFrom === undefined) return false;
  return isAbsent(ownMember(object, amount.currencyFrom)) && open?.includes(amount.currencyFrom) === true;
}

class RecordCheck {
  private readonly known = new Map<string, Member>();
  private readonly required: readonly string[];
  private readonly isDeceptive: (name: string) => boolean;
  private readonly open: boolean;

  constructor(type: RecordType) {
    for (const [name, field] of Object.entries(type.fields))
      this.known.set(name, {
        read: readerOf(field.type),
        check: checkOf(field.type),
        type: field.type,
        required: field.required,
      });
    this.required = Object.keys(type.fields).filter((name) => type.fields[name]?.required === true);
    this.isDeceptive = foldsToOneOf(this.known.keys());
    this.open = type.open === true;
  }

  /** `onValue` is given for the arguments themselves, of which the call may list some as unknown. */
  members(object: RawObject, call: Call, onValue?: (name: string, value: Outcome) => void): Rejection | null {
    let found = 0;
    for (const name in object) {
      if (!Object.hasOwn(object, name)) continue;
      const raw = object[name];
      const member = this.known.get(name);
      if (member === undefined) {
        if (raw !== undefined && !this.takes(name, call)) return unknown(name);
      } else if (!isAbsent(raw)) {
        if (member.required) found += 1;
        const fault = member.check === null ? null : member.check(raw, object, call);
        if (fault) return within(fault, name);
        const value = member.check === null || onValue ? member.read(raw, object) : null;
        const waits = onValue !== undefined && value === CURRENCY_UNKNOWN && awaitsCurrency(member.type, object, call);
        if (typeof value === 'symbol' && !waits) return within(misread(value, member.type, raw, object), name);
        if (value !== null) onValue?.(name, value);
      }
    }
    if (found === this.required.length) return null;
    for (const name of this.required) {
      if (isAbsent(ownMember(object, name)) && !(onValue && call.unknown?.includes(name) === true))
        return { slug: 'argument_missing', pointer: pointerChild('', name) };
    }
    return null;
  }

  private takes(name: string, { unknownArguments }: Call): boolean {
    return (this.open || unknownArguments === 'allow') && name !== RESERVED && !this.isDeceptive(name);
  }
}

/** How values of a type are checked beyond being read: null when there are no objects in them. */
function checkOf(type: Type): Check | null {
  switch (type.kind) {
    case 'record': {
      const record = new RecordCheck(type);
      return (raw, _siblings, call) => (isRecord(raw) ? record.members(raw, call) : ILL_TYPED_HERE);
    }
    case 'map': {
      const member = memberCheck(type.of);
      return (raw, _siblings, call) => {
        if (!isRecord(raw)) return ILL_TYPED_HERE;
        for (const key of Object.keys(raw)) {
          if (key === RESERVED) return unknown(key);
          const found = isAbsent(raw[key]) ? null : member(raw[key], raw, call);
          if (found) return within(found, key);
        }
        return null;
      };
    }
    case 'list': {
      const item = checkOf(type.of);
      const most = type.maxItems ?? Infinity;
      if (item === null) return null;
      return (raw, siblings, call) => {
        if (!Array.isArray(raw) || raw.length > most) return ILL_TYPED_HERE;
        for (const [index, entry] of raw.entries()) {
          const found = item(entry, siblings, call);
          if (found) return within(found, index);
        }
        return null;
      };
    }
    default:
      return null;
  }
}

function memberCheck(type: Type): Check {
  const read = readerOf(type);
  return (
    checkOf(type) ??
    ((raw, siblings) => {
      const value = read(raw, siblings);
      return isMiss(value) ? misread(value, type, raw, siblings) : null;
    })
  );
}

const ILL_TYPED_HERE: Rejection = { slug: 'argument_ill_typed', pointer: '' };

const unknown = (name: string): Rejection => ({ slug: 'argument_unknown', pointer: pointerChild('', name) });

const within = ({ slug, pointer }: Rejection, key: string | number): Rejection => ({
  slug,
  pointer: pointerChild('', key) + pointer,
});

function misread(miss: Miss, type: Type, raw: unknown, siblings: RawObject): Rejection {
  return {
    slug: miss === CURRENCY_UNKNOWN ? 'currency_unknown' : 'argument_ill_typed',
    pointer: faultPointer(type, raw, siblings),
  };
}

/** The answer to a call that no rule is asked about; `pointer` leads to what is wrong with it. */
export function refusal(slug: Decision['slug'], pointer?: string): Decision {
  return pointer === undefined
    ? { answer: 'refuse', slug, deciding: [] }
    : { answer: 'refuse', slug, deciding: [], pointer };
}
