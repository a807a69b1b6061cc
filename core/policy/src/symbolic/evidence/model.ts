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
    for (const word of [whole, compose(format, whole, wanted)]) {
      if (
        normaliseString(format, word) === word &&
        [...wanted].every(([part, value]) => partOf(format, word, part) === value)
      )
        return word;
    }
    throw new Unrealisable(`parts of a ${format} that do not fit together`);
  }
}

function longer(variable: StringVariable, word: string): string {
  const predicates = [...variable.predicates.values()].map(({ predicate }) => predicate);
  const long = lengthened(variable.type, word, predicates);
  if (long === null) throw new Unrealisable('no string so long was found');
  return long;
}

function compose(
  format: StringVariable['type']['format'],
  whole: string,
  parts: ReadonlyMap<StringPart, string | number | null>,
): string {
  const text = (part: StringPart, otherwise: string): string => String(parts.get(part) ?? otherwise);
  if (format === 'path') {
    const directory = String(partOf('path', whole, 'directory') ?? '.');
    const extension = text('extension', '');
    const name = extension === '' ? 'file' : `file.${extension}`;
    return directory === '.' ? name : directory === '/' ? `/${name}` : `${directory}/${name}`;
  }
  if (format === 'email') {
    const [local, domain] = whole.split('@');
    return `${text('local', local ?? '')}@${text('domain', domain ?? '')}`;
  }
  if (format !== 'url' || !URL.canParse(whole)) return whole;
  const url = new URL(whole);
  if (parts.has('path')) url.pathname = text('path', '/');
  if (parts.has('host')) url.hostname = text('host', '');
  if (parts.has('port')) url.port = text('port', '');
  return normaliseString('url', url.href) ?? whole;
}
