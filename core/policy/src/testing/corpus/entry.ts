import type { Catalogue } from '@ostiary/catalogue';
import type { Dialect } from '../../syntax/ast.js';

/** A policy with the catalogue it is written for: data shared by the tests of every part of the language. */
export interface CorpusEntry {
  readonly name: string;
  readonly dialect: Dialect;
  readonly text: string;
  readonly catalogue: Catalogue;
}
