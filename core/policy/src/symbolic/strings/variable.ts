import type { StringFormat, StringType } from '@ostiary/catalogue';
import { partOf, type StringPart } from '../../values/parts.js';
import { globSegments } from '../../text/glob.js';
import { regexNode } from '../../text/regex.js';
import { globMatcher } from '../../values/match/glob-matcher.js';
import { regexMatcher } from '../../values/match/regex-matcher.js';
import { ANY_CHAR, ANY_TEXT, type Language, literalNode, toNode } from '../automata/language.js';
import type { TermFactory } from '../terms/factory.js';
import type { About, Attribute, BoolTerm, IntTerm } from '../terms/term.js';
import { canBeTooLong } from './long.js';
import { liftPart } from './parts.js';
import { getOrMake } from '../../maps.js';

/** A question about one string, with its language for the automata and a test for single words. */
export interface StringPredicate {
  readonly key: string;
  readonly language: Language;
  readonly test: (word: string) => boolean;
}

/** The predicate that the glob `pattern` matches. */
export function likePredicate(pattern: string): StringPredicate {
  const language: Language = { kind: 'glob', segments: globSegments(pattern) };
  return { key: `like ${pattern}`, language, test: globMatcher(pattern) };
}

/** The predicate that the regular expression `pattern` matches the whole. */
export function matchesPredicate(pattern: string): StringPredicate {
  const language: Language = { kind: 'regex', node: regexNode(pattern) };
  return { key: `matches ${pattern}`, language, test: regexMatcher(pattern) };
}

/** Longest length bound that is made an automaton. */
export const MAX_LENGTH_BOUND = 512;

/** At least `min` code points; null when the automaton would be too large. */
export function lengthPredicate(min: number): StringPredicate | null {
  if (min > MAX_LENGTH_BOUND) return null;
  return {
    key: `length ${String(min)}`,
    language: { kind: 'regex', node: { kind: 'repeat', node: ANY_CHAR, min, max: null } },
    test: (word) => Array.from(word).length >= min,
  };
}

/** Tests of a string stand for themselves until they are tied to its cells: for good where there are too many. */
const NO_CELLS = 'a string without cells';

/** An unknown in place of a part of an unknown string. */
export interface PartStandIn {
  readonly present: BoolTerm;
  readonly value:
    | { readonly kind: 'text'; readonly variable: StringVariable }
    | { readonly kind: 'number'; readonly term: IntTerm };
}

/**
 * A string that is not known. Predicates are asked while a policy is encoded; each is a Boolean variable until all are
 * known and `resolveStrings` ties them to the cells of the string.
 */
export class StringVariable {
  readonly literals = new Map<string, BoolTerm>();
  readonly predicates = new Map<string, { readonly predicate: StringPredicate; readonly holds: BoolTerm }>();
  private long: BoolTerm | null = null;
  /** Independent stand-ins for parts that no language of the whole describes. */
  readonly parts = new Map<StringPart, PartStandIn>();

  constructor(
    readonly name: string,
    readonly type: StringType,
    /** Realistic values in normal form. */
    readonly examples: readonly string[],
    readonly attribute: Attribute | null,
    private readonly factory: TermFactory,
  ) {}

  equals(literal: string): BoolTerm {
    return getOrMake(this.literals, literal, () =>
      this.factory.boolVar(`${this.name}.l${String(this.literals.size)}`, this.about(NO_CELLS)),
    );
  }

  /** Whether the string is too long for `matches`; false where no string of the type is. */
  tooLong(): BoolTerm {
    if (!canBeTooLong(this.type)) return this.factory.false;
    return (this.long ??= this.factory.boolVar(`${this.name}.t`, this.about(null)));
  }

  /** The same, when it has been asked for. */
  get askedTooLong(): BoolTerm | null {
    return this.long;
  }

  satisfies(predicate: StringPredicate): BoolTerm {
    return getOrMake(this.predicates, predicate.key, () => ({
      predicate,
      holds: this.factory.boolVar(`${this.name}.p${String(this.predicates.size)}`, this.about(NO_CELLS)),
    })).holds;
  }

  private about(approximates: string | null): About {
    return { attribute: this.attribute, approximates, word: false };
  }

  /** The predicate on a part, lifted to the whole; null when there is no exact lifting. */
  liftedTo(part: StringPart, predicate: StringPredicate): BoolTerm | null {
    const lifted = liftedPredicate(this.type.format, part, predicate);
    return lifted && this.satisfies(lifted);
  }
}

/** A predicate on a part of a string as one on the whole; null when there is no exact lifting. */
export function liftedPredicate(
  format: StringFormat,
  part: StringPart,
  predicate: StringPredicate,
): StringPredicate | null {
  const node = liftPart(format, part, toNode(predicate.language));
  if (node === null) return null;
  return {
    key: `${part} ${predicate.key}`,
    language: { kind: 'regex', node },
    test: (word) => {
      const value = partOf(format, word, part);
      return typeof value === 'string' && predicate.test(value);
    },
  };
}

export const ANYTHING: StringPredicate = { key: 'any', language: { kind: 'regex', node: ANY_TEXT }, test: () => true };

/** The predicate of being one of some words. */
export function anyOfPredicate(words: readonly string[]): StringPredicate {
  const among = new Set(words);
  return {
    key: `is one of ${JSON.stringify(words)}`,
    language: { kind: 'regex', node: { kind: 'alt', options: words.map(literalNode) } },
    test: (word) => among.has(word),
  };
}

/** Whether a text is this one. */
export function literalPredicate(text: string): StringPredicate {
  return { key: `is ${text}`, language: { kind: 'regex', node: literalNode(text) }, test: (word) => word === text };
}
