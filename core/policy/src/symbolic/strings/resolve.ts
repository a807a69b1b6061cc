import type { StringFormat, StringType } from '@ostiary/catalogue';
import { characterCount, isOfLength } from '../../text/characters.js';
import { MAX_MATCHED_LENGTH } from '../../text/regex.js';
import { normaliseAs } from '../../values/strings.js';
import { computeCells } from '../automata/cells.js';
import { type AutomataLimits, isLimit, type LimitReached } from '../automata/dfa.js';
import { ANY_CHAR, type Language } from '../automata/language.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm, Term } from '../terms/term.js';
import { PLAUSIBLE } from '../../breaks/plausible.js';
import { ABSOLUTE_PATHS, formatLanguage } from './format-language.js';
import { MAX_LENGTH_BOUND, type StringPredicate, type StringVariable } from './variable.js';

/** Two unknown strings that a policy compares. */
export interface StringEquality {
  readonly left: StringVariable;
  readonly right: StringVariable;
  readonly holds: BoolTerm;
}

/** How the value of a variable is found in a model. */
export type StringDecoding =
  /** The value of `index` is a position in `words`; null stands for a word that exists perhaps but was not found. */
  | { readonly kind: 'index'; readonly index: IntTerm; readonly words: readonly (string | null)[] }
  /** No cells could be computed: a word is sought that fits what the model says of each predicate. */
  | { readonly kind: 'search'; readonly candidates: readonly string[] };

/** Words tried for a string without cells. */
const MAX_CANDIDATES = 100;

export interface StringResolution {
  readonly replacements: readonly (readonly [Term, Term])[];
  readonly constraints: readonly BoolTerm[];
  /** Where every string without cells is one that can be written down: preferred when a model is sought. */
  readonly preferences: readonly BoolTerm[];
  readonly decoding: ReadonlyMap<StringVariable, StringDecoding>;
}

/**
 * Ties the predicates of unknown strings to cells. Variables that are compared with one another share one table of
 * words with as many words per cell as there are variables: equality logic has that small model, so nothing is lost.
 */
export function resolveStrings(
  variables: readonly StringVariable[],
  equalities: readonly StringEquality[],
  factory: TermFactory,
  limits: AutomataLimits,
): StringResolution {
  const replacements: (readonly [Term, Term])[] = [];
  const constraints: BoolTerm[] = [];
  const preferences: BoolTerm[] = [];
  const decoding = new Map<StringVariable, StringDecoding>();
  for (const { askedTooLong: long, literals } of variables) {
    if (!long) continue;
    preferences.push(factory.not(long));
    for (const [text, holds] of literals)
      if (text.length <= MAX_MATCHED_LENGTH) constraints.push(factory.not(factory.and(long, holds)));
  }
  const tables = new Map<string, readonly Row[] | LimitReached>();
  for (const group of groups(variables, equalities)) {
    const predicates = sharedPredicates(group);
    // The items of a list are asked the same questions: one table serves them all.
    const asked = tableKey(group, predicates);
    const table = tables.get(asked) ?? wordTable(group, predicates, limits);
    tables.set(asked, table);
    if (isLimit(table)) {
      for (const variable of group) {
        const candidates = [
          ...new Set([...variable.literals.keys(), ...candidatesOf(group), ...simpleMembers(predicates)]),
        ]
          .filter((word) => admits(variable.type, word))
          .slice(0, MAX_CANDIDATES);
        for (const each of exclusive([...variable.literals.values()], factory)) constraints.push(each);
        preferences.push(factory.or(...candidates.map((word) => isLike(variable, word, factory))));
        decoding.set(variable, { kind: 'search', candidates });
      }
      continue;
    }
    for (const variable of group) {
      const { type, attribute } = variable;
      const allowed = (row: Row): boolean => row.types.has(keyOf(type));
      const words = table.map(({ word }) => (word !== null && admits(type, word) ? word : null));
      const lost = table.some((row, at) => words[at] === null && allowed(row));
      const index = factory.intVar(
        `${variable.name}.w`,
        { lo: 0n, hi: BigInt(Math.max(0, table.length - 1)) },
        { attribute, word: true, approximates: lost ? 'strings of which none was found' : null },
      );
      const among = (wanted: (row: Row) => boolean): BoolTerm =>
        factory.or(...table.flatMap((row, at) => (wanted(row) ? [factory.eq(index, factory.int(at))] : [])));
      decoding.set(variable, { kind: 'index', index, words });
      if (!table.every(allowed)) constraints.push(among(allowed));
      for (const [text, holds] of variable.literals) replacements.push([holds, among((row) => row.word === text)]);
      for (const [key, { holds }] of variable.predicates) {
        const at = predicates.findIndex((predicate) => predicate.key === key);
        replacements.push([holds, among((row) => row.accepts[at] === true)]);
      }
    }
    for (const { left, right, holds } of equalities) {
      const [a, b] = [decoding.get(left), decoding.get(right)];
      if (group.includes(left) && group.includes(right) && a?.kind === 'index' && b?.kind === 'index') {
        replacements.push([holds, factory.eq(a.index, b.index)]);
      }
    }
  }
  return { replacements, constraints, preferences, decoding };
}

interface Row {
  /** Null: some word of the cell, perhaps, but none was found. */
  readonly word: string | null;
  readonly accepts: readonly boolean[];
  /** Keys of the types that admit the word, or have words in the cell. */
  readonly types: ReadonlySet<string>;
}

/** Lengths that the same types admit, in UTF-16 units; `high` null is without end. */
interface Stretch {
  readonly low: number;
  readonly high: number | null;
}

/**
 * A word is in the table when some variable of the group may be it. Which variables may be a word hangs on its length and, for
 * enumerations, on the word itself: each stretch of lengths with the same variables has its own cells, and in each cell as many words
 * as variables may share it.
 */
function wordTable(
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

const keyOf = (type: StringType): string => JSON.stringify(type);

const enums = new WeakMap<readonly string[], readonly string[]>();

/** The normal forms of an enumeration; undefined without one. */
export function enumWords(type: StringType): readonly string[] | undefined {
  const { enum: spellings } = type;
  if (!spellings) return undefined;
  const known = enums.get(spellings);
  if (known) return known;
  const words = spellings.flatMap((spelling) => normaliseAs(type, spelling) ?? []);
  enums.set(spellings, words);
  return words;
}

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

const isWithin = (word: string, { low, high }: Stretch): boolean => isOfLength(word, low, high ?? Infinity);

function tableKey(group: readonly StringVariable[], predicates: readonly StringPredicate[]): string {
  const variables = group.map(({ type, literals, examples }) => [type, [...literals.keys()], examples]);
  return JSON.stringify([variables, predicates.map((predicate) => predicate.key)]);
}

function sharedPredicates(group: readonly StringVariable[]): StringPredicate[] {
  const shared = new Map<string, StringPredicate>();
  for (const variable of group) for (const [key, { predicate }] of variable.predicates) shared.set(key, predicate);
  return [...shared.values()];
}

/** Where all that is asked about the variable is answered as for `word`. */
function isLike(variable: StringVariable, word: string, factory: TermFactory): BoolTerm {
  const literals = [...variable.literals].map(([text, holds]) => (text === word ? holds : factory.not(holds)));
  const predicates = [...variable.predicates.values()].map(({ predicate, holds }) =>
    predicate.test(word) ? holds : factory.not(holds),
  );
  return factory.and(...literals, ...predicates);
}

/** For each glob the text it matches when every star is empty. */
function simpleMembers(predicates: readonly StringPredicate[]): string[] {
  return predicates.flatMap(({ language }) =>
    language.kind === 'glob'
      ? [language.segments.map((segment) => (segment.kind === 'literal' ? segment.text : '')).join('')]
      : [],
  );
}

function candidatesOf(group: readonly StringVariable[]): string[] {
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

/** Formats whose normal form can be longer than what was sent: folded, escaped, written in ASCII or without `::`. */
const GROWING: ReadonlySet<StringFormat> = new Set(['keyword', 'email', 'domain', 'url', 'ip']);

/**
 * Whether a normal form is a value of the type. Bounds of length bind the text on the wire. Some formats can be padded
 * there (spaces, empty segments), so that the lower bound does not bind their normal form.
 */
export function admits(type: StringType, word: string): boolean {
  return isOfLength(word, 0, type.maxLength ?? Infinity) && mayBe(type, word);
}

/** Whether some text on the wire may have this normal form. */
export function mayBe(type: StringType, word: string): boolean {
  if (normaliseAs(type, word) !== word || !isWithin(word, lengthsOf(type))) return false;
  if (longestSpelling(type.format, word) < (type.minLength ?? 0)) return false;
  return enumWords(type)?.includes(word) ?? true;
}

/** The lengths of normal forms. Where the format grows, a long one may have a short text. */
function lengthsOf({ format, minLength = 0, maxLength, base }: StringType): Stretch {
  const grows = GROWING.has(format) || base !== undefined;
  return { low: format === 'text' ? minLength : 0, high: grows ? null : (maxLength ?? null) };
}

/** Whether, of words of one stretch of lengths, all these types admit the same. */
function areAlike(types: readonly StringType[]): boolean {
  const rest = ({ format, minLength, base }: StringType): string =>
    JSON.stringify([base, PADDED.has(format) ? null : minLength]);
  return new Set(types.map(rest)).size === 1 || types.every(({ format }) => format === 'text');
}

/** Formats of which every normal form has texts of any length, so that a lower bound says nothing. */
const PADDED: ReadonlySet<StringFormat> = new Set(['keyword', 'url', 'path', 'iban']);

/** Code points, at least, of the longest text on the wire with this normal form. */
function longestSpelling(format: StringFormat, word: string): number {
  switch (format) {
    case 'text':
      return characterCount(word);
    case 'email':
    case 'domain':
      return word.startsWith('[') ? MAX_IPV6 + 2 : word.length + 1;
    case 'ip':
      return word.includes(':') ? MAX_IPV6 : word.length;
    default:
      return Infinity;
  }
}

/** Eight groups of four digits. */
const MAX_IPV6 = 39;

function exclusive(terms: readonly BoolTerm[], factory: TermFactory): BoolTerm[] {
  return terms.flatMap((term, index) => terms.slice(index + 1).map((other) => factory.not(factory.and(term, other))));
}

/** Variables connected by comparisons of one format. */
function groups(variables: readonly StringVariable[], equalities: readonly StringEquality[]): StringVariable[][] {
  const leader = new Map<StringVariable, StringVariable>(variables.map((variable) => [variable, variable]));
  const find = (variable: StringVariable): StringVariable => {
    let at = variable;
    for (let next = leader.get(at) ?? at; next !== at; next = leader.get(at) ?? at) at = next;
    return at;
  };
  for (const { left, right } of equalities) {
    if (left.type.format === right.type.format) leader.set(find(left), find(right));
  }
  const byLeader = new Map<StringVariable, StringVariable[]>();
  for (const variable of variables) {
    const group = byLeader.get(find(variable));
    if (group) group.push(variable);
    else byLeader.set(find(variable), [variable]);
  }
  return [...byLeader.values()];
}
