import type { StringFormat, StringType } from '@ostiary/catalogue';
import { MAX_MATCHED_LENGTH } from '../../text/regex.js';
import { normaliseAs } from '../../values/strings.js';
import { type Cells, computeCells } from '../automata/cells.js';
import { type AutomataLimits, isLimit, type LimitReached } from '../automata/dfa.js';
import { ANY_CHAR, type Language } from '../automata/language.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm, Term } from '../terms/term.js';
import { ABSOLUTE_PATHS, formatLanguage, PLAUSIBLE } from './format-language.js';
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

interface StringResolution {
  readonly replacements: readonly (readonly [Term, Term])[];
  readonly constraints: readonly BoolTerm[];
  /** Where every string without cells is one that can be written down: preferred when a model is sought. */
  readonly preferences: readonly BoolTerm[];
  readonly decoding: ReadonlyMap<StringVariable, StringDecoding>;
  /** False when some cell may hold more than was found, or no cells could be computed. Always an over-approximation. */
  readonly exact: boolean;
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
  let exact = true;
  for (const { askedTooLong: long, literals } of variables) {
    if (!long) continue;
    preferences.push(factory.not(long));
    for (const [text, holds] of literals)
      if (text.length <= MAX_MATCHED_LENGTH) constraints.push(factory.not(factory.and(long, holds)));
  }
  const tables = new Map<string, WordTable | LimitReached>();
  for (const group of groups(variables, equalities)) {
    const predicates = sharedPredicates(group);
    // The items of a list are asked the same questions: one table serves them all.
    const asked = tableKey(group, predicates);
    const table = tables.get(asked) ?? wordTable(group, predicates, limits);
    tables.set(asked, table);
    if (isLimit(table)) {
      exact = false;
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
    exact &&= table.exact;
    for (const variable of group) {
      const index = factory.intVar(`${variable.name}.w`, { lo: 0n, hi: BigInt(Math.max(0, table.rows.length - 1)) });
      const among = (wanted: (row: Row) => boolean): BoolTerm =>
        factory.or(...table.rows.flatMap((row, at) => (wanted(row) ? [factory.eq(index, factory.int(at))] : [])));
      const { type } = variable;
      const words = table.rows.map(({ word }) => (word !== null && admits(type, word) ? word : null));
      decoding.set(variable, { kind: 'index', index, words });
      const allowed = (row: Row): boolean => row.word === null || mayBe(type, row.word);
      exact &&= table.rows.every((row, at) => row.word === null || words[at] !== null || !allowed(row));
      if (!table.rows.every(allowed)) constraints.push(among(allowed));
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
  const open = equalities.some(({ left, right }) => left.type.format !== right.type.format);
  return { replacements, constraints, preferences, decoding, exact: exact && !open };
}

interface Row {
  readonly word: string | null;
  readonly accepts: readonly boolean[];
}

interface WordTable {
  readonly rows: readonly Row[];
  readonly exact: boolean;
}

function wordTable(
  group: readonly StringVariable[],
  predicates: readonly StringPredicate[],
  limits: AutomataLimits,
): WordTable | LimitReached {
  const enums = group.map((variable) =>
    variable.type.enum?.flatMap((spelling) => normaliseAs(variable.type, spelling) ?? []),
  );
  const judge = (word: string): Row => ({ word, accepts: predicates.map((predicate) => predicate.test(word)) });
  if (enums.every((values) => values !== undefined)) {
    return { rows: [...new Set(enums.flat())].map(judge), exact: true };
  }
  const types = group.map((variable) => variable.type);
  const cells = computeCells({
    languages: predicates.map((predicate) => predicate.language),
    literals: [
      ...new Set([
        ...group.flatMap((variable) => [...variable.literals.keys()]),
        ...enums.flatMap((values) => values ?? []),
      ]),
    ],
    domain: domainOf(types),
    admits: (word) => types.every((type) => type.enum !== undefined || mayBe(type, word)),
    candidates: candidatesOf(group).filter((word) => types.every((type) => admits(type, word))),
    perCell: group.length,
    limits,
  });
  return isLimit(cells) ? cells : tableOf(cells, judge);
}

function tableKey(group: readonly StringVariable[], predicates: readonly StringPredicate[]): string {
  const variables = group.map(({ type, literals, examples }) => [type, [...literals.keys()], examples]);
  return JSON.stringify([variables, predicates.map((predicate) => predicate.key)]);
}

function tableOf(cells: Cells, judge: (word: string) => Row): WordTable {
  let { exact } = cells;
  const rows = cells.cells.flatMap((cell) => {
    // The matchers of the evaluator have the last word: where they read a witness otherwise (a half of a surrogate pair), it is none.
    const good = cell.witnesses.map(judge).filter((row) => row.accepts.join() === cell.accepts.join());
    const lost = cell.open || good.length < cell.witnesses.length;
    exact &&= !lost;
    return lost ? [...good, { word: null, accepts: cell.accepts }] : good;
  });
  return { rows, exact };
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

function domainOf(types: readonly StringType[]): Language {
  const [type] = types;
  if (!type) throw new Error('a group has a variable');
  const min = type.minLength ?? 0;
  const max = type.maxLength ?? null;
  // Lengths count UTF-16 units and the automaton code points, so it keeps every word that can be short enough; `admits` counts exactly.
  if (types.length > 1 || type.format !== 'text' || (max ?? 0) > MAX_LENGTH_BOUND || (min === 0 && max === null)) {
    return {
      kind: 'regex',
      node: types.every(({ base }) => base !== undefined) ? ABSOLUTE_PATHS : formatLanguage(type.format),
    };
  }
  return {
    kind: 'regex',
    node: { kind: 'repeat', node: ANY_CHAR, min: Math.ceil(Math.min(min, MAX_LENGTH_BOUND) / 2), max },
  };
}

/** Formats whose normal form can be longer than what was sent: folded, escaped, written in ASCII or without `::`. */
const GROWING: ReadonlySet<StringFormat> = new Set(['keyword', 'email', 'domain', 'url', 'ip']);

/**
 * Whether a normal form is a value of the type. Bounds of length bind the text on the wire. Some formats can be padded
 * there (spaces, empty segments), so that the lower bound does not bind their normal form.
 */
export function admits(type: StringType, word: string): boolean {
  return word.length <= (type.maxLength ?? Infinity) && mayBe(type, word);
}

/** Whether some text on the wire may have this normal form; where the format grows, a longer one may have a short text. */
function mayBe(type: StringType, word: string): boolean {
  if (normaliseAs(type, word) !== word) return false;
  const grows = GROWING.has(type.format) || type.base !== undefined;
  if (!grows && word.length > (type.maxLength ?? Infinity)) return false;
  if (longestSpelling(type.format, word) < (type.minLength ?? 0)) return false;
  return type.enum === undefined || type.enum.some((spelling) => normaliseAs(type, spelling) === word);
}

/** UTF-16 units of the longest text on the wire with this normal form. */
function longestSpelling(format: StringFormat, word: string): number {
  switch (format) {
    case 'text':
      return word.length;
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
