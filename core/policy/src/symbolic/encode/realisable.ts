import type { StringVariable } from '../strings/variable.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import type { Sym } from './sym.js';

/** Reads a model: the values of terms and of unknown strings. */
export interface ModelReader {
  bool(term: BoolTerm): boolean;
  int(term: IntTerm): number;
  /** However large it is. */
  exact(term: IntTerm): bigint;
  /** @throws Unrealisable when no string is known that fits the model. */
  word(variable: StringVariable): string;
}

/** A model that no wire value is known for: the encoding left something free, or a search for a string gave up. */
export class Unrealisable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Unrealisable';
  }
}

/** An unknown well-formed value, and how to make a raw wire value of it from a model. */
export interface Fresh {
  readonly sym: Sym;
  readonly decode: (model: ModelReader) => unknown;
}
