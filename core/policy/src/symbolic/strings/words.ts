import type { StringFormat, StringType } from '@ostiary/catalogue';
import { PLAUSIBLE } from '../../breaks/plausible.js';
import { computeCells } from '../automata/cells.js';
import { type AutomataLimits, isLimit, type LimitReached } from '../automata/dfa.js';
import { ANY_CHAR, type Language } from '../automata/language.js';
import { admits, enumWords, isWithin, lengthsOf, mayBe, type Stretch } from './admits.js';
import { ABSOLUTE_PATHS, formatLanguage } from './format-language.js';
import { MAX_LENGTH_BOUND, type StringPredicate, type StringVariable } from './variable.js';

/** A word of a table. */
export interface Row {
  /** Null: some word of the cell, perhaps, but none was found. */
  readonly word: string | null;
  readonly accepts: readonly boolean[];
  /** Keys of the types that admit the word, or have words in the cell. */
  readonly types: ReadonlySet<string>;
}

/**
 * A word is in the table when some variable of the group may be it. Which variables may be a word depends on its length and, for
 * enumerations, on the word itself: each stretch of lengths with the same variables has its own cells, and in each cell as many words
 * as variables may share it.
 */
export function wordTable(
  group: readonly StringVariable[],
  predicates: readonly StringPredicate[],
  limits: AutomataLimits,
): readonly Row[] | LimitReached {
  const types = group.map((variable) => variable.type);
  const judge = (word: string): readonly boolean[] => predicates.map((predicate) => predicate.test(word));
  const listed = types.flatMap((type) => enumWords(type) ?? []);
  const literals = [...new Set([...group.flatMap((variable) => [...variable.literals.keys()]), ...listed])];
  const unlisted = types.filter((type) => type.enum === undefined);
  const rows = new Map<string, Row>();
  const nameless: Row[] = [];
  const add = (word: string): void => {
    rows.set(word, {
      word,
      accepts: judge(word),
      types: new Set(types.filter((type) => mayBe(type, word)).map(keyOf)),
    });
  };
  for (const stretch of stretchesOf(unlisted)) {
    const here = unlisted.filter((type) => covers(type, stretch));
    const [some] = here;
    if (!some) continue;
    const alike = areAlike(here);
    const cells = computeCells({
      languages: predicates.map((predicate) => predicate.language),
      literals,
      domain: domainOf(
        some.format,
        here.every(({ base }) => base !== undefined),
        stretch,
      ),
      admits: (word) => isWithin(word, stretch) && here.some((type) => mayBe(type, word)),
      candidates: candidatesOf(group).filter((word) => here.every((type) => admits(type, word))),
      perCell: here.length,
      limits,
    });
    if (isLimit(cells)) return cells;
    for (const { witnesses, accepts, open } of cells.cells) {
      // The matchers of the evaluator have the last word: where they read a witness otherwise (a half of a surrogate pair), it is none.
      const good = witnesses.filter((word) => judge(word).join() === accepts.join());
      good.forEach(add);
      if (open || good.length < witnesses.length || !alike)
        nameless.push({ word: null, accepts, types: new Set(here.map(keyOf)) });
    }
  }
  for (const word of listed) if (!rows.has(word)) add(word);
  return [...rows.values(), ...nameless];
}

/** A name for a type, in tables. */
export const keyOf = (type: StringType): string => JSON.stringify(type);

/** Cuts the lengths where one of the types begins or ceases to admit them. */
function stretchesOf(types: readonly StringType[]): Stretch[] {
  const starts = new Set([0]);
  for (const type of types) {
    const { low, high } = lengthsOf(type);
    starts.add(low);
    if (high !== null) starts.add(high + 1);
  }
  const ordered = [...starts].toSorted((a, b) => a - b);
  return ordered.map((low, at) => ({ low, high: at + 1 < ordered.length ? (ordered[at + 1] ?? 0) - 1 : null }));
}

function covers(type: StringType, { low, high }: Stretch): boolean {
  const own = lengthsOf(type);
  return own.low <= low && (own.high === null || (high !== null && high <= own.high));
}

/** Words worth a try. */
export function candidatesOf(group: readonly StringVariable[]): string[] {
  return group.flatMap((variable) => [...variable.examples, ...PLAUSIBLE[variable.type.format]]);
}

function domainOf(format: StringFormat, absolute: boolean, { low, high }: Stretch): Language {
  if (format !== 'text' || (high ?? 0) > MAX_LENGTH_BOUND || (low === 0 && high === null)) {
    return { kind: 'regex', node: absolute ? ABSOLUTE_PATHS : formatLanguage(format) };
  }
  return {
    kind: 'regex',
    node: { kind: 'repeat', node: ANY_CHAR, min: Math.min(low, MAX_LENGTH_BOUND), max: high },
  };
}

/** Whether, of words of one stretch of lengths, all these types admit the same. */
function areAlike(types: readonly StringType[]): boolean {
  const rest = ({ format, minLength, base }: StringType): string =>
    JSON.stringify([base, PADDED.has(format) ? null : minLength]);
  return new Set(types.map(rest)).size === 1 || types.every(({ format }) => format === 'text');
}

/** Formats of which every normal form has texts of any length, so that a lower bound says nothing. */
const PADDED: ReadonlySet<StringFormat> = new Set(['keyword', 'url', 'path', 'iban']);
