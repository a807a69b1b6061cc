import { type BoolSym, type RecordSym, type StringSym, type Sym, truthSym } from './sym.js';

/** @throws TypeError when it is of another kind, and somewhere defined */
export function asBool(sym: Sym): BoolSym {
  if (sym.kind === 'bool') return sym;
  if (isNever(sym)) return truthSym(sym.defined, sym.defined);
  throw new TypeError(`${sym.kind} where a truth value is needed`);
}

/** As {@link asBool}. */
export function asString(sym: Sym): StringSym {
  if (sym.kind === 'string') return sym;
  if (isNever(sym)) return { kind: 'string', defined: sym.defined, options: [] };
  throw new TypeError(`${sym.kind} where a string is needed`);
}

/** As {@link asBool}. */
export function asRecord(sym: Sym): RecordSym {
  if (sym.kind === 'record') return sym;
  if (isNever(sym)) return { kind: 'record', defined: sym.defined, options: [] };
  throw new TypeError(`${sym.kind} where a record is needed`);
}

/** Never defined, so its kind says nothing: a path the tool lacks has no type to go by. */
function isNever({ defined }: Sym): boolean {
  return defined.kind === 'const' && !defined.value;
}
