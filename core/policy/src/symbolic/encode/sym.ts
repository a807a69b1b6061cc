import type { Type } from '@ostiary/catalogue';
import type { StringPart } from '../../values/parts.js';
import { CURRENCIES } from '../../values/currencies.js';
import { fractionOf } from '../../values/numbers/num.js';
import type { Money, Num, RecordValue, Value } from '../../values/value.js';
import type { StringVariable } from '../strings/variable.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm, Term } from '../terms/term.js';

/**
 * A value that is known in parts. `defined` is false where the evaluator finds no value. Scalars are terms; strings,
 * lists and records are choices: where the value is defined, exactly one option's `when` is true.
 */
export type Sym = BoolSym | NumberSym | MoneySym | StringSym | ListSym | RecordSym | OpaqueSym;

interface Known<Kind extends string> {
  readonly kind: Kind;
  readonly defined: BoolTerm;
}

/** INVARIANT: `value` implies `defined`. */
export interface BoolSym extends Known<'bool'> {
  readonly value: BoolTerm;
}

interface Choice<Kind extends 'string' | 'list' | 'record', T> extends Known<Kind> {
  readonly options: readonly Option<T>[];
}

export type StringSym = Choice<'string', Text>;
export type ListSym = Choice<'list', SymList>;
export type RecordSym = Choice<'record', SymRecord>;
/** A value that can be present and nothing else. */
type OpaqueSym = Known<'opaque'>;

/**
 * The integer behind a number, in units of 10^-`digits` of it (none when absent). `dense`: it depends on an unknown decimal of
 * any scale, which is looked for on a grid (see ./grid.ts): on one `alone`, or on a `multiple` of one, which a constant is a
 * fair partner to and another unknown is not.
 */
export interface Quantity {
  readonly value: IntTerm;
  readonly digits?: number;
  readonly dense?: 'alone' | 'multiple' | undefined;
}

/** Integers, decimals, durations and times alike. */
export interface NumberSym extends Quantity, Known<'int'> {}

/** A quantity of minor units; `currency` is a position in {@link CURRENCIES}. */
export interface MoneySym extends Quantity, Known<'money'> {
  readonly currency: IntTerm;
}

/** A number, or an amount of money. */
export const isNumber = (sym: Sym): sym is NumberSym | MoneySym => sym.kind === 'int' || sym.kind === 'money';

export interface Option<T> {
  readonly when: BoolTerm;
  readonly value: T;
}

export type Text =
  | { readonly kind: 'const'; readonly text: string }
  /** The variable, or the part of it that predicates are lifted from. */
  | { readonly kind: 'variable'; readonly variable: StringVariable; readonly part: StringPart | null };

export interface SymList {
  readonly size: IntTerm;
  readonly items: readonly { readonly present: BoolTerm; readonly value: Sym }[];
  /** Whether these are all the items there are. */
  readonly complete: BoolTerm;
  /** An unknown list: what is asked about its items is asked there. */
  readonly unknown?: UnknownList;
}

/** Whether an item is one of those a test is about. */
export type Judge = (item: Sym) => BoolSym;

/** A list that is not known; see `ListVariable`. */
export interface UnknownList {
  /** Whether some item is one: undefined where none is and one is undefined. `mentions`: constants the test compares an item with, and no more. */
  any(judge: Judge, mentions: readonly Value[] | null): BoolSym;
  /** What `valueOf` comes to over the items, where there are some. */
  total(valueOf: (item: Sym) => Sym): Sym;
  /** What each test and each sum stands for. */
  close(): (readonly [Term, Term])[];
}

/** The value of each field, undefined where it is absent; a field not listed is never there. */
export type SymRecord = ReadonlyMap<string, { readonly present: BoolTerm; readonly value: Sym }>;

/** A truth: true where it is defined and `value` holds. */
export function boolSym(factory: TermFactory, defined: BoolTerm, value: BoolTerm): BoolSym {
  return truthSym(defined, factory.and(defined, value));
}

/** A truth of which `value` implies `defined`. */
export const truthSym = (defined: BoolTerm, value: BoolTerm): BoolSym => ({ kind: 'bool', defined, value });

/** One text: there where `defined` holds. */
export const textSym = (defined: BoolTerm, value: Text): StringSym => one('string', defined, value);

/** As {@link textSym}. */
export const listSym = (defined: BoolTerm, value: SymList): ListSym => one('list', defined, value);

/** As {@link textSym}. */
export const recordSym = (defined: BoolTerm, value: SymRecord): RecordSym => one('record', defined, value);

const one = <Kind extends 'string' | 'list' | 'record', T>(
  kind: Kind,
  defined: BoolTerm,
  value: T,
): Choice<Kind, T> => ({
  kind,
  defined,
  options: [{ when: defined, value }],
});

/** A known list. */
export function constList(factory: TermFactory, of: Type, values: readonly Value[]): ListSym {
  const present = factory.true;
  const items = values.map((value) => ({ present, value: constSym(factory, of, value) }));
  return listSym(present, { size: factory.int(items.length), items, complete: present });
}

/** A known value of `type`. */
export function constSym(factory: TermFactory, type: Type, value: Value): Sym {
  const defined = factory.true;
  switch (type.kind) {
    case 'bool':
      return truthSym(defined, factory.constBool(value === true));
    case 'decimal': {
      const { units, scale: digits } = fractionOf(value as Num);
      if (type.scale === undefined) return { kind: 'int', defined, value: factory.int(units), digits };
      return { kind: 'int', defined, value: factory.int(Number(value)) };
    }
    case 'int':
    case 'duration':
    case 'time':
      return { kind: 'int', defined, value: factory.int(Number(value)) };
    case 'money': {
      const { minor, currency } = value as Money;
      return { kind: 'money', defined, value: factory.int(minor), currency: factory.int(currencyIndex(currency)) };
    }
    case 'string':
      return textSym(defined, { kind: 'const', text: value as string });
    case 'list':
      return constList(factory, type.of, value as readonly Value[]);
    case 'record': {
      const fields = new Map(
        Object.entries(value as RecordValue).flatMap(([name, member]) => {
          const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
          return field ? [[name, { present: defined, value: constSym(factory, field.type, member) }] as const] : [];
        }),
      );
      return recordSym(defined, fields);
    }
    case 'map': {
      const members = Object.entries(value as RecordValue).map(
        ([key, member]) => [key, { present: defined, value: constSym(factory, type.of, member) }] as const,
      );
      return recordSym(defined, new Map(members));
    }
    case 'any':
      return { kind: 'opaque', defined };
  }
}

/** A value that is nowhere defined. Its kind says nothing: a path that a tool lacks has no type to go by. */
export function undefinedSym({ false: defined }: TermFactory): Sym {
  return { kind: 'opaque', defined };
}

/** The same value, defined only where `condition` holds too. */
export function restrict(factory: TermFactory, condition: BoolTerm, sym: Sym): Sym {
  const defined = factory.and(condition, sym.defined);
  switch (sym.kind) {
    case 'bool':
      return { ...sym, defined, value: factory.and(condition, sym.value) };
    case 'string':
      return { ...sym, defined, options: guarded(factory, condition, sym.options) };
    case 'list':
      return { ...sym, defined, options: guarded(factory, condition, sym.options) };
    case 'record':
      return { ...sym, defined, options: guarded(factory, condition, sym.options) };
    case 'int':
    case 'money':
    case 'opaque':
      return { ...sym, defined };
  }
}

/** `yes` where `condition` holds, else `no`; both of one kind, or never defined. */
export function choose(factory: TermFactory, condition: BoolTerm, yes: Sym, no: Sym): Sym {
  if (condition.kind === 'const') return condition.value ? yes : no;
  // A branch that is never defined may be of any kind: a path the tool lacks has no type to go by.
  if (yes.defined === factory.false) return restrict(factory, factory.not(condition), no);
  if (no.defined === factory.false) return restrict(factory, condition, yes);
  const defined = factory.choose(condition, yes.defined, no.defined);
  const otherwise = factory.not(condition);
  const both = <T>(left: readonly Option<T>[], right: readonly Option<T>[]): Option<T>[] => [
    ...guarded(factory, condition, left),
    ...guarded(factory, otherwise, right),
  ];
  if (yes.kind === 'bool' && no.kind === 'bool')
    return truthSym(defined, factory.choose(condition, yes.value, no.value));
  if (yes.kind === 'int' && no.kind === 'int')
    return { kind: 'int', defined, ...chosenQuantity(factory, condition, yes, no) };
  if (yes.kind === 'money' && no.kind === 'money') {
    const currency = factory.ite(condition, yes.currency, no.currency);
    return { kind: 'money', defined, ...chosenQuantity(factory, condition, yes, no), currency };
  }
  if (yes.kind === 'string' && no.kind === 'string')
    return { kind: 'string', defined, options: both(yes.options, no.options) };
  if (yes.kind === 'list' && no.kind === 'list')
    return { kind: 'list', defined, options: both(yes.options, no.options) };
  if (yes.kind === 'record' && no.kind === 'record')
    return { kind: 'record', defined, options: both(yes.options, no.options) };
  if (yes.kind === 'opaque' && no.kind === 'opaque') return { kind: 'opaque', defined };
  throw new TypeError(`branches of kinds ${yes.kind} and ${no.kind}`);
}

function chosenQuantity(factory: TermFactory, condition: BoolTerm, yes: Quantity, no: Quantity): Quantity {
  const { left, right, digits } = alignedDigits(factory, yes, no);
  return { value: factory.ite(condition, left, right), digits, dense: denserOf(yes, no) };
}

/** Two integers brought to one unit. */
export function alignedDigits(
  factory: TermFactory,
  a: Quantity,
  b: Quantity,
): { readonly left: IntTerm; readonly right: IntTerm; readonly digits: number } {
  const digits = Math.max(a.digits ?? 0, b.digits ?? 0);
  const aligned = ({ value, digits: own = 0 }: Quantity): IntTerm =>
    own === digits ? value : factory.scale(10n ** BigInt(digits - own), value);
  return { left: aligned(a), right: aligned(b), digits };
}

/** How what is made of two numbers depends on an unknown decimal: as a multiple as soon as one of them does. */
export function denserOf(a: Quantity, b: Quantity): Quantity['dense'] {
  return a.dense === 'multiple' || b.dense === 'multiple' ? 'multiple' : (a.dense ?? b.dense);
}

function guarded<T>(factory: TermFactory, condition: BoolTerm, options: readonly Option<T>[]): Option<T>[] {
  return options.flatMap((option) => {
    const when = factory.and(condition, option.when);
    return when === factory.false ? [] : [{ when, value: option.value }];
  });
}

const CURRENCY_INDEX: ReadonlyMap<string, number> = new Map(CURRENCIES.map((code, index) => [code, index]));

/** The number that stands for a currency in terms. Throws a RangeError for what is no code of ISO 4217. */
export function currencyIndex(code: string): number {
  const index = CURRENCY_INDEX.get(code);
  if (index === undefined) throw new RangeError(`not a currency: ${code}`);
  return index;
}
