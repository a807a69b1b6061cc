import { pointerChild, type RecordType } from '@ostiary/catalogue';
import { faultPointer } from '../values/fault.js';
import { CURRENCY_UNKNOWN, type Outcome } from '../values/outcome.js';
import { isRecord, type Reader, readerOf } from '../values/read.js';
import type { Decision } from './types.js';

/** A member of the arguments that a call may not carry: the pointer to it, and the slug to refuse it with. */
export interface Rejection {
  readonly slug: 'argument_ill_typed' | 'currency_unknown';
  readonly pointer: string;
}

/** Checks the arguments of one tool before any rule is asked. */
export interface Admission {
  /**
   * The first fault in the order of the arguments, or null. `onValue` is told of every declared argument that was read,
   * so that nothing is read twice. An absent argument is no fault, required or not: it is undefined to the guards.
   */
  check(args: unknown, onValue: (name: string, value: Outcome) => void): Rejection | null;
}

export function admissionOf(type: RecordType): Admission {
  const readers = new Map<string, Reader>(
    Object.entries(type.fields).map(([name, field]) => [name, readerOf(field.type)]),
  );
  const open = type.open === true;
  return {
    check: (args, onValue) => {
      if (!isRecord(args)) return { slug: 'argument_ill_typed', pointer: '' };
      for (const name in args) {
        if (!Object.hasOwn(args, name) || args[name] === undefined) continue;
        const reader = readers.get(name);
        if (reader === undefined) {
          if (open) continue;
          return { slug: 'argument_ill_typed', pointer: pointerChild('', name) };
        }
        const value = reader(args[name], args);
        if (typeof value === 'symbol') return rejection(type, args, name, value);
        onValue(name, value);
      }
      return null;
    },
  };
}

export function refusal(slug: Decision['slug'], pointer?: string): Decision {
  return pointer === undefined
    ? { answer: 'refuse', slug, deciding: [] }
    : { answer: 'refuse', slug, deciding: [], pointer };
}

function rejection(record: RecordType, args: Readonly<Record<string, unknown>>, name: string, miss: symbol): Rejection {
  const type = record.fields[name]?.type ?? { kind: 'any' };
  return {
    slug: miss === CURRENCY_UNKNOWN ? 'currency_unknown' : 'argument_ill_typed',
    pointer: pointerChild('', name) + faultPointer(type, args[name], args),
  };
}
