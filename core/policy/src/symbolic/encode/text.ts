import type { StringFormat, Type } from '@ostiary/catalogue';
import { partOf, STRING_PARTS, type StringPart } from '../../values/parts.js';
import { characterCount } from '../../text/characters.js';
import { MAX_MATCHED_LENGTH } from '../../text/regex.js';
import type { BoolTerm } from '../terms/term.js';
import {
  anyOfPredicate,
  ANYTHING,
  lengthPredicate,
  literalPredicate,
  type PartStandIn,
  type StringPredicate,
  type StringVariable,
} from '../strings/variable.js';
import { canBeTooLong } from '../strings/long.js';
import { hasLifting } from '../strings/parts.js';
import type { EncodingState } from './state.js';
import { choose, constSym, textSym, restrict, type StringSym, type Sym, type Text, undefinedSym } from './sym.js';
import { getOrMake } from '../../maps.js';

/** Where the string is defined and `predicate` holds for it. */
export function stringSatisfies(state: EncodingState, sym: StringSym, predicate: StringPredicate): BoolTerm {
  return whereText(state, sym, (text) => textSatisfies(state, text, predicate));
}

/** Where the string is defined and `holds` of the text it then is. */
export function whereText(
  { factory }: EncodingState,
  { options }: StringSym,
  holds: (text: Text) => BoolTerm,
): BoolTerm {
  return factory.or(...options.map(({ when, value }) => factory.and(when, holds(value))));
}

/** Where both strings are defined and equal. */
export function stringsEqual(state: EncodingState, left: StringSym, right: StringSym): BoolTerm {
  const { factory } = state;
  return factory.or(
    ...left.options.flatMap((a) =>
      right.options.map((b) => {
        const both = factory.and(a.when, b.when);
        return both === factory.false ? both : factory.and(both, textsEqual(state, a.value, b.value));
      }),
    ),
  );
}

/** Where the string is defined and is one of `words`. */
export function stringIn(state: EncodingState, sym: StringSym, words: readonly string[]): BoolTerm {
  const { factory } = state;
  return whereText(state, sym, (text) => {
    if (text.kind === 'const') return factory.constBool(words.includes(text.text));
    const { variable, part } = text;
    return part === null
      ? factory.or(...words.map((word) => variable.equals(word)))
      : partIn(state, variable, part, words);
  });
}

function textSatisfies(state: EncodingState, text: Text, predicate: StringPredicate): BoolTerm {
  if (text.kind === 'const') return state.factory.constBool(predicate.test(text.text));
  if (text.part === null) return text.variable.satisfies(predicate);
  return text.variable.liftedTo(text.part, predicate) ?? state.havoc(`a test of the part ${text.part}`);
}

/** Words that are put into one automaton; more of them make it too large. */
const MAX_LIFTED_WORDS = 150;

/** Whether a part that has a lifting is one of `words`. */
function partIn(state: EncodingState, variable: StringVariable, part: StringPart, words: readonly string[]): BoolTerm {
  const { factory } = state;
  if (words.length > MAX_LIFTED_WORDS) {
    const { present, value } = standIn(state, variable, part, partType(variable.type.format, part));
    if (value.kind === 'number') throw new TypeError(`the part ${part} is a number`);
    return factory.and(present, factory.or(...words.map((word) => value.variable.equals(word))));
  }
  return lifted(variable, part, anyOfPredicate(words));
}

function lifted(variable: StringVariable, part: StringPart, predicate: StringPredicate): BoolTerm {
  const term = variable.liftedTo(part, predicate);
  if (!term) throw new TypeError(`the part ${part} has no lifting`);
  return term;
}

function partType(format: StringFormat, part: StringPart): Type {
  const type = STRING_PARTS[format][part];
  if (!type) throw new TypeError(`${format} has no part ${part}`);
  return type;
}

function textIs(variable: StringVariable, part: StringPart | null, word: string): BoolTerm {
  return part === null ? variable.equals(word) : lifted(variable, part, literalPredicate(word));
}

function textsEqual(state: EncodingState, left: Text, right: Text): BoolTerm {
  if (left.kind === 'const' && right.kind === 'const') return state.factory.constBool(left.text === right.text);
  if (left.kind === 'const') return textsEqual(state, right, left);
  if (right.kind === 'const') return textIs(left.variable, left.part, right.text);
  if (left.variable === right.variable && left.part === right.part) return state.factory.true;
  if (left.part !== null || right.part !== null) return state.havoc('equality of parts of two unknown strings');
  return state.equality(left.variable, right.variable);
}

/** Whether a text is too long for `matches`. */
export function textIsTooLong(state: EncodingState, text: Text): BoolTerm {
  if (text.kind === 'const') return state.factory.constBool(text.text.length > MAX_MATCHED_LENGTH);
  if (text.part === null) return text.variable.tooLong();
  return canBeTooLong(text.variable.type) ? state.havoc('the length of a part') : state.factory.false;
}

/** At least `min` code points. */
export function stringHasLength(state: EncodingState, sym: StringSym, min: bigint): BoolTerm {
  if (min <= 0n) return sym.defined;
  const predicate = lengthPredicate(Number(min));
  if (predicate) return stringSatisfies(state, sym, predicate);
  return whereText(state, sym, (text) =>
    text.kind === 'const'
      ? state.factory.constBool(BigInt(characterCount(text.text)) >= min)
      : state.havoc('a long length bound'),
  );
}

/** A part of a string: exact where predicates can be lifted, else an unknown of its own. */
export function partSym(state: EncodingState, operand: StringSym, format: StringFormat, part: StringPart): Sym {
  const type = partType(format, part);
  const { factory } = state;
  let sym = undefinedSym(factory);
  for (const { when, value } of operand.options) {
    sym = choose(factory, when, restrict(factory, when, partOfText(state, value, format, part, type)), sym);
  }
  return sym;
}

function partOfText(state: EncodingState, text: Text, format: StringFormat, part: StringPart, type: Type): Sym {
  const { factory } = state;
  if (text.kind === 'const') {
    const value = partOf(format, text.text, part);
    return value === null ? undefinedSym(factory) : constSym(factory, type, value);
  }
  if (text.part !== null) throw new TypeError('a part has no parts');
  if (hasLifting(format, part)) {
    // Of a URL host and path may be missing; every other part that is lifted is always there.
    const defined =
      part === 'host' || part === 'path' ? (text.variable.liftedTo(part, ANYTHING) ?? factory.true) : factory.true;
    return textSym(defined, { kind: 'variable', variable: text.variable, part });
  }
  const { present, value } = standIn(state, text.variable, part, type);
  if (value.kind === 'number') return { kind: 'int', defined: present, value: value.term };
  return textSym(present, { kind: 'variable', variable: value.variable, part: null });
}

function standIn(state: EncodingState, whole: StringVariable, part: StringPart, type: Type): PartStandIn {
  const make = (): PartStandIn => ({
    present: state.havoc(`the part ${part} of an unknown ${whole.type.format}`),
    value:
      type.kind === 'string'
        ? { kind: 'text', variable: state.freshString(type, []) }
        : { kind: 'number', term: state.freshInt('part', { lo: 0n, hi: 65_535n }) },
  });
  return getOrMake(whole.parts, part, () => state.own(whole.attribute, make));
}
