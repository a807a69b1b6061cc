import { partOf, type StringPart } from '../../values/parts.js';
import { normaliseString } from '../../values/strings.js';
import { type ModelReader, Unrealisable } from '../encode/realisable.js';
import { lengthened } from '../strings/long.js';
import type { StringDecoding } from '../strings/resolve.js';
import type { StringVariable } from '../strings/variable.js';
import { type Assignment, TermEvaluator } from '../terms/evaluate.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';

/** Reads an assignment of the solver as values: terms are evaluated, unknown strings get a word of their cell. */
export class Model implements ModelReader {
  private readonly evaluator: TermEvaluator;

  constructor(
    assignment: Assignment,
    private readonly strings: ReadonlyMap<StringVariable, StringDecoding>,
  ) {
    this.evaluator = new TermEvaluator(assignment);
  }

  bool(term: BoolTerm): boolean {
    return this.evaluator.bool(term);
  }

  int(term: IntTerm): number {
    return Number(this.evaluator.int(term));
  }

  exact(term: IntTerm): bigint {
    return this.evaluator.int(term);
  }

  word(variable: StringVariable): string {
    const found = this.wholeWord(variable);
    const whole = variable.askedTooLong && this.bool(variable.askedTooLong) ? longer(variable, found) : found;
    return variable.parts.size === 0 ? whole : this.withParts(variable, whole);
  }

  private wholeWord(variable: StringVariable): string {
    const decoding = this.strings.get(variable);
    if (!decoding) throw new Unrealisable('a string that was never resolved');
    if (decoding.kind === 'index') {
      const word = decoding.words[this.int(decoding.index)];
      if (word === undefined || word === null) throw new Unrealisable('no string was found in a cell');
      return word;
    }
    const fits = (word: string): boolean =>
      [...variable.literals].every(([text, holds]) => (text === word) === this.bool(holds)) &&
      [...variable.predicates.values()].every(({ predicate, holds }) => predicate.test(word) === this.bool(holds));
    const found = decoding.candidates.find(fits);
    if (found === undefined) throw new Unrealisable('no string was found that fits all patterns');
    return found;
  }

  /** The parts were unknowns of their own: puts them together and checks that they come out again. */
  private withParts(variable: StringVariable, whole: string): string {
    const wanted = new Map<StringPart, string | number | null>();
    for (const [part, { present, value }] of variable.parts) {
      wanted.set(
        part,
        !this.bool(present) ? null : value.kind === 'number' ? this.int(value.term) : this.word(value.variable),
      );
    }
    const { format } = variable.type;
    const fitting = [whole, ...compose(format, whole, wanted)].filter(
      (word) =>
        normaliseString(format, word) === word &&
        [...wanted].every(([part, value]) => partOf(format, word, part) === value),
    );
    const found = fitting.find((word) => isAlike(variable, word, whole)) ?? fitting[0];
    if (found !== undefined) return found;
    throw new Unrealisable(`parts of a ${format} that do not fit together`);
  }
}

function longer(variable: StringVariable, word: string): string {
  const predicates = [...variable.predicates.values()].map(({ predicate }) => predicate);
  const long = lengthened(variable.type, word, predicates);
  if (long === null) throw new Unrealisable('no string so long was found');
  return long;
}

/** Whether all that is asked of the variable is answered alike for two words. */
const isAlike = ({ literals, predicates }: StringVariable, one: string, other: string): boolean =>
  [...literals.keys()].every((text) => (text === one) === (text === other)) &&
  [...predicates.values()].every(({ predicate }) => predicate.test(one) === predicate.test(other));

/** What a keyword has no value for, and a path does. */
const NO_KEYWORD = '=?a?=';

/** Words that have some parts, and as much of the whole as can be kept. */
function compose(
  format: StringVariable['type']['format'],
  whole: string,
  parts: ReadonlyMap<StringPart, string | number | null>,
): readonly string[] {
  const text = (part: StringPart, otherwise: string): string => String(parts.get(part) ?? otherwise);
  if (format === 'path') {
    const extension = parts.get('extension') === null ? NO_KEYWORD : text('extension', '');
    const name = extension === '' ? 'file' : `file.${extension}`;
    // Beside what the whole names, or below it.
    return [String(partOf('path', whole, 'directory') ?? '.'), whole].map((directory) =>
      directory === '.' ? name : directory === '/' ? `/${name}` : `${directory}/${name}`,
    );
  }
  if (format === 'email') {
    const [local, domain] = whole.split('@');
    return [`${text('local', local ?? '')}@${text('domain', domain ?? '')}`];
  }
  if (format !== 'url' || !URL.canParse(whole)) return [];
  const url = new URL(whole);
  if (parts.has('path')) url.pathname = text('path', '/');
  if (parts.has('host')) url.hostname = text('host', '');
  if (parts.has('port')) url.port = text('port', '');
  return [normaliseString('url', url.href) ?? whole];
}
