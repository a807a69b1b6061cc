import type { Dialect } from './ast.js';

export interface DialectRules {
  /** Spelling of the connectives. */
  readonly and: 'and' | '&&';
  readonly not: 'not' | '!';
  /** `when { ... }` or `when ...`; tools as `(tool == "x")` or as `x`. */
  readonly blocks: boolean;
  /** A name that is no root is an argument of the call. */
  readonly bareArguments: boolean;
  /** `contains` as an operator between two values, or as a method of the list. */
  readonly containsMethod: boolean;
  /**
   * Every clause is a conjunction of tests of one attribute against constants. The parser reads the whole language, and asks
   * for what goes beyond that as it meets it.
   */
  readonly flat: boolean;
}

/** The two dialects beside each other: one parser, one tree, one core form. See docs/adr/0010. */
export const DIALECTS: Readonly<Record<Dialect, DialectRules>> = {
  1: {
    and: 'and',
    not: 'not',
    blocks: false,
    bareArguments: true,
    containsMethod: false,
    flat: true,
  },
  2: {
    and: '&&',
    not: '!',
    blocks: true,
    bareArguments: false,
    containsMethod: true,
    flat: false,
  },
};
