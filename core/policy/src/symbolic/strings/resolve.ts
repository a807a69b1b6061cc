import { MAX_MATCHED_LENGTH } from '../../text/regex.js';
import { type AutomataLimits, isLimit, type LimitReached } from '../automata/dfa.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm, Term } from '../terms/term.js';
import { admits } from './admits.js';
import type { StringPredicate, StringVariable } from './variable.js';
import { candidatesOf, keyOf, type Row, wordTable } from './words.js';
import { addTo, getOrMake } from '../../maps.js';

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
    const table = getOrMake(tables, asked, () => wordTable(group, predicates, limits));
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
  for (const variable of variables) addTo(byLeader, find(variable), variable);
  return [...byLeader.values()];
}
