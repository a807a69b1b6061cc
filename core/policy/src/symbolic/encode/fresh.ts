import type { DecimalType, Field, ListType, MoneyType, Type } from '@ostiary/catalogue';
import { CURRENCIES } from '../../values/currencies.js';
import { fractionOf, fromFraction } from '../../values/numbers/num.js';
import { normaliseAs } from '../../values/strings.js';
import { admits } from '../strings/admits.js';
import type { BoolTerm, Bounds } from '../terms/term.js';
import { ListVariable } from './list-variable.js';
import { SAFE_INTEGERS } from './number.js';
import { type Fresh, Unrealisable } from './realisable.js';
import { spelled, spellingOf } from './spelling.js';
import type { EncodingState } from './state.js';
import { currencyIndex, listSym, recordSym, textSym, type Sym, type SymRecord } from './sym.js';

interface FreshOptions {
  readonly examples: readonly unknown[];
}

/** RFC 3339: years 0000 to 9999. */
export const INSTANTS: Bounds = { lo: -62_167_219_200_000n, hi: 253_402_300_799_999n };

/**
 * An unknown value of a type, and how a model is read back into one, which throws `Unrealisable` when no value is known.
 * See docs/adr/0031.
 */
export function fresh(state: EncodingState, type: Type, options: FreshOptions): Fresh {
  const { factory } = state;
  const defined = factory.true;
  switch (type.kind) {
    case 'bool': {
      const value = state.freshBool('b');
      return { sym: { kind: 'bool', defined, value }, decode: (model) => model.bool(value) };
    }
    case 'decimal':
      if (type.scale === undefined) return freshDecimal(state, type);
      return freshNumber(state, type, bounded(type.min, type.max));
    case 'int':
      return freshNumber(state, type, bounded(type.min, type.max));
    case 'duration':
      return freshNumber(state, type, { lo: 0n, hi: SAFE_INTEGERS.hi });
    case 'time':
      return freshNumber(state, type, INSTANTS);
    case 'money':
      return freshMoney(state, type);
    case 'string': {
      const examples = options.examples.flatMap((raw) =>
        typeof raw === 'string' ? (normaliseAs(type, raw) ?? []) : [],
      );
      const variable = state.freshString(
        type,
        examples.filter((example) => admits(type, example)),
      );
      return {
        sym: textSym(defined, { kind: 'variable', variable, part: null }),
        decode: (model) => spelled(type, model.word(variable)),
      };
    }
    case 'list':
      return freshList(state, type, options);
    case 'record':
      return freshRecord(state, type.fields);
    case 'map':
      return freshMap(state, type.of);
    case 'any':
      return { sym: { kind: 'opaque', defined }, decode: () => options.examples[0] ?? true };
  }
}

function bounded(min: number | undefined, max: number | undefined): Bounds {
  return {
    lo: min === undefined ? SAFE_INTEGERS.lo : BigInt(min),
    hi: max === undefined ? SAFE_INTEGERS.hi : BigInt(max),
  };
}

function freshNumber(state: EncodingState, type: Type, bounds: Bounds): Fresh {
  const value = state.freshInt('i', bounds);
  return {
    sym: { kind: 'int', defined: state.factory.true, value },
    decode: (model) => spelled(type, model.int(value)),
  };
}

/** A decimal of any scale, on the grid. */
function freshDecimal(state: EncodingState, type: DecimalType): Fresh {
  const { after, before } = state.grid;
  const bound = (num: number): bigint => {
    const { units, scale } = fractionOf(num);
    return units * 10n ** BigInt(after - scale);
  };
  const most = 10n ** BigInt(after + before);
  const value = state.freshInt('i', {
    lo: type.min === undefined ? -most : bound(type.min),
    hi: type.max === undefined ? most : bound(type.max),
  });
  return {
    sym: { kind: 'int', defined: state.factory.true, value, digits: after, dense: 'alone' },
    decode: (model) => {
      const num = fromFraction(model.exact(value), after);
      if (num === null) throw new Unrealisable('a number of very many digits');
      return spelled(type, num);
    },
  };
}

function freshMoney(state: EncodingState, type: MoneyType): Fresh {
  const { factory } = state;
  const value = state.freshInt('i', bounded(type.min, type.max));
  const allowed = type.currencies
    ?.filter((code) => CURRENCIES.includes(code))
    .map((code) => factory.int(currencyIndex(code)));
  const only = allowed?.length === 1 ? allowed[0] : undefined;
  const currency = only ?? state.freshInt('c', { lo: 0n, hi: BigInt(CURRENCIES.length - 1) });
  if (allowed && !only) state.constraints.push(factory.or(...allowed.map((code) => factory.eq(currency, code))));
  return {
    sym: { kind: 'money', defined: factory.true, value, currency },
    decode: (model) => {
      const code = CURRENCIES[model.int(currency)];
      if (code === undefined) throw new Unrealisable('a currency out of range');
      return spelled(type, { minor: model.int(value), currency: code });
    },
  };
}

function freshList(state: EncodingState, type: ListType, { examples }: FreshOptions): Fresh {
  const { factory } = state;
  const size = state.freshInt('n', {
    lo: 0n,
    hi: type.maxItems === undefined ? SAFE_INTEGERS.hi : BigInt(type.maxItems),
  });
  const inner = { examples: examples.flatMap((raw) => (Array.isArray(raw) ? (raw as unknown[]) : [])) };
  const item = (): Fresh => fresh(state, type.of, inner);
  const unknown = new ListVariable(state, type, size, item, (value) => spellingOf(type.of, value) ?? null);
  state.lists.push(unknown);
  const value = { size, complete: factory.eq(size, factory.int(0)), items: [], unknown };
  return {
    sym: listSym(factory.true, value),
    decode: (model) => unknown.decode(model),
  };
}

function freshRecord(state: EncodingState, fields: Readonly<Record<string, Field>>): Fresh {
  const { factory } = state;
  const parts = Object.entries(fields).map(([name, field]) => ({
    name,
    present: field.required ? factory.true : state.freshBool('h'),
    value: fresh(state, field.type, { examples: field.examples ?? [] }),
  }));
  const record: SymRecord = new Map(parts.map(({ name, present, value }) => [name, { present, value: value.sym }]));
  return {
    sym: recordSym(factory.true, record),
    decode: (model) => {
      const raw = Object.create(null) as Record<string, unknown>;
      for (const { name, present, value } of parts) if (model.bool(present)) raw[name] = value.decode(model);
      return raw;
    },
  };
}

/** A member of a map comes up when it is asked for; what nobody asks for need not be there. */
function freshMap(state: EncodingState, of: Type): Fresh {
  const owner = state.owned;
  const made = new Map<string, Fresh>();
  const members: SymRecord = new Members((name) =>
    state.own(owner, () => {
      const value = fresh(state, of, { examples: [] });
      made.set(name, value);
      return { present: state.freshBool('h'), value: value.sym };
    }),
  );
  return {
    sym: recordSym(state.factory.true, members),
    decode: (model) => {
      const raw = Object.create(null) as Record<string, unknown>;
      for (const [name, { present }] of members) if (model.bool(present)) raw[name] = made.get(name)?.decode(model);
      return raw;
    },
  };
}

/** Makes what it is asked for. */
class Members extends Map<string, { readonly present: BoolTerm; readonly value: Sym }> {
  constructor(private readonly make: (name: string) => { readonly present: BoolTerm; readonly value: Sym }) {
    super();
  }

  override get(name: string): { readonly present: BoolTerm; readonly value: Sym } {
    const known = super.get(name);
    if (known) return known;
    const made = this.make(name);
    this.set(name, made);
    return made;
  }
}
