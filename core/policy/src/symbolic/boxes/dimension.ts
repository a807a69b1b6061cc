import type { DecimalType, MoneyType, StringType, Type } from '@ostiary/catalogue';
import { CURRENCIES } from '../../values/currencies.js';
import { compareNums, isWithin, productOf, sumOf } from '../../values/numbers/num.js';
import type { Amount, Num, Value } from '../../values/value.js';
import { computeCells } from '../automata/cells.js';
import { AUTOMATA_LIMITS, isLimit } from '../automata/dfa.js';
import { formatLanguage } from '../strings/format-language.js';
import { canBeTooLong } from '../strings/long.js';
import { enumWords, mayBe } from '../strings/admits.js';
import type { StringPredicate } from '../strings/variable.js';
import { addTo } from '../../maps.js';

/** All values of an attribute that no test of the policy tells apart. */
export type State =
  | { readonly kind: 'absent' | 'ill_typed' | 'object' }
  | { readonly kind: 'value'; readonly value: Value }
  /** `word` null: none of the words that some test names. `long`: too long for `matches`. */
  | {
      readonly kind: 'string';
      readonly word: string | null;
      readonly accepts: ReadonlySet<string>;
      readonly long: boolean;
    }
  /** What is in it are dimensions of their own. */
  | { readonly kind: 'list' };

/** States of one attribute that are still worth a box. */
const MAX_STATES = 10_000;
const CHARACTERS_PER_STEP = 4;

/** One attribute, and what the tests of a policy compare it with. */
export class Dimension {
  readonly constants: Value[] = [];
  readonly predicates = new Map<string, StringPredicate>();

  constructor(
    readonly type: Type,
    private readonly optional: boolean,
    private readonly mayBeIllTyped: boolean,
  ) {}

  /** Steps that cutting it into states may take: every pattern is followed along the characters of all of them. */
  get cost(): number {
    const length = [...this.predicates.keys()].reduce((sum, key) => sum + key.length, 0);
    return Math.ceil((this.predicates.size * length) / CHARACTERS_PER_STEP);
  }

  /** Null: this kind of attribute cannot be cut into few states, or not exactly. */
  states(): readonly State[] | null {
    const values = this.values();
    if (!values || values.length > MAX_STATES) return null;
    return [
      ...(this.optional ? [{ kind: 'absent' } as const] : []),
      ...(this.mayBeIllTyped ? [{ kind: 'ill_typed' } as const] : []),
      ...values,
    ];
  }

  private values(): readonly State[] | null {
    const { type, constants } = this;
    switch (type.kind) {
      case 'bool':
        return [true, false].map((value) => ({ kind: 'value', value }));
      case 'decimal':
        if (type.scale === undefined) return between(constants as readonly Num[], type);
        return cut(constants, type.min, type.max)?.map((value) => ({ kind: 'value', value })) ?? null;
      case 'int':
        return cut(constants, type.min, type.max)?.map((value) => ({ kind: 'value', value })) ?? null;
      case 'duration':
        return cut(constants, 0)?.map((value) => ({ kind: 'value', value })) ?? null;
      case 'time':
        return cut(constants)?.map((value) => ({ kind: 'value', value })) ?? null;
      case 'money':
        return amounts(type, constants);
      case 'string':
        return this.strings(type);
      case 'list':
        return [{ kind: 'list' }];
      default:
        return constants.length === 0 ? [{ kind: 'object' }] : null;
    }
  }

  private strings(type: StringType): State[] | null {
    const predicates = [...this.predicates.values()];
    const literals = this.constants.map(String);
    const words = enumWords(type);
    // Each word is a state; no others are asked about, so there is nothing to search for.
    if (words)
      return words
        .filter((word) => mayBe(type, word))
        .map((word) => ({ kind: 'string', word, accepts: accepting(predicates, word), long: false }));
    const state = (word: string | null, accepts: readonly boolean[], long: boolean): State => {
      const accepted = predicates.filter((_, at) => accepts[at] === true).map(({ key }) => key);
      return { kind: 'string', word, accepts: new Set(accepted), long };
    };
    const cells = computeCells({
      languages: predicates.map((predicate) => predicate.language),
      literals,
      domain: { kind: 'regex', node: formatLanguage(type.format) },
      admits: (word) => mayBe(type, word),
      candidates: [],
      perCell: 1,
      limits: AUTOMATA_LIMITS,
    });
    if (isLimit(cells)) return null;
    const long = canBeTooLong(type) && predicates.some(({ key }) => /(?:^|^\w+ )matches /.test(key));
    return cells.cells.flatMap(({ literal, accepts }) => [
      state(literal, accepts, false),
      ...(long && literal === null ? [state(null, accepts, true)] : []),
    ]);
  }
}

const accepting = (predicates: readonly StringPredicate[], word: string): ReadonlySet<string> =>
  new Set(predicates.filter(({ test }) => test(word)).map(({ key }) => key));

/** Each constant, and a number out of each gap between them and the bounds; null when they are not whole numbers. */
function cut(
  constants: readonly Value[],
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
): number[] | null {
  if (!constants.every((value) => Number.isSafeInteger(value))) return null;
  const points = new Set([min, max]);
  for (const value of constants as readonly number[])
    for (const near of [value - 1, value, value + 1]) points.add(near);
  return [...points].filter((value) => value >= min && value <= max);
}

/** Of decimals of any scale: each constant, one between any two, and one beyond them. */
function between(constants: readonly Num[], bounds: DecimalType): State[] | null {
  const ends = [bounds.min, bounds.max].filter((end) => end !== undefined);
  const sorted = [...constants, ...ends].toSorted(compareNums);
  const points: (Num | null)[] = [...sorted];
  for (const [at, num] of sorted.entries()) {
    const next = sorted[at + 1];
    if (next !== undefined) points.push(half(sumOf(num, next)));
  }
  const [first, last] = [sorted[0], sorted.at(-1)];
  points.push(first === undefined ? 0 : sumOf(first, -1), last === undefined ? 0 : sumOf(last, 1));
  if (!points.every((num) => num !== null)) return null;
  return points.filter((num) => isWithin(num, bounds)).map((value) => ({ kind: 'value', value }));
}

function half(num: Num | null): Num | null {
  return num === null ? null : productOf(num, 0.5);
}

function amounts(type: MoneyType, constants: readonly Value[]): State[] | null {
  const currencies = type.currencies ?? CURRENCIES;
  const byCurrency = new Map<string, Num[]>();
  for (const { minor, currency } of constants as readonly Amount[]) addTo(byCurrency, currency, minor);
  const other = currencies.find((code) => !byCurrency.has(code));
  const states: State[] =
    other === undefined ? [] : [{ kind: 'value', value: { minor: type.min ?? 0, currency: other } }];
  for (const [currency, minors] of byCurrency) {
    if (!currencies.includes(currency)) continue;
    const cuts = cut(minors, type.min, type.max);
    if (!cuts) return null;
    for (const minor of cuts) states.push({ kind: 'value', value: { minor, currency } });
  }
  return states;
}
