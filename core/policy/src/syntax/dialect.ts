import type { Dialect } from './ast.js';

/** What a dialect may leave out. The parser reads the whole language and asks for each of these as it meets it. */
const FEATURES = [
  'or',
  'arithmetic',
  'history',
  'define',
  'property',
  'assume',
  'if',
  'or_else',
  'quantifier',
  'size',
  'call',
  'label',
  'confirmed',
  'convert',
  'in_order',
  'negate',
  'parentheses',
  'postfix_has',
  'zone',
] as const;

export type Feature = (typeof FEATURES)[number];

export interface DialectRules {
  readonly features: ReadonlySet<Feature>;
  /** Spelling of the connectives. */
  readonly and: 'and' | '&&';
  readonly not: 'not' | '!';
  /** `when { ... }` or `when ...`; tools as `(tool == "x")` or as `x`. */
  readonly blocks: boolean;
  /** A name that is no root is an argument of the call. */
  readonly bareArguments: boolean;
  /** `contains` as an operator between two values, or as a method of the list. */
  readonly containsMethod: boolean;
  /** Every clause is a conjunction of tests of one attribute against constants. */
  readonly flat: boolean;
}

/** The two dialects beside each other: one parser, one tree, one core form. See docs/adr/0010. */
export const DIALECTS: Readonly<Record<Dialect, DialectRules>> = {
  1: {
    features: new Set(),
    and: 'and',
    not: 'not',
    blocks: false,
    bareArguments: true,
    containsMethod: false,
    flat: true,
  },
  2: {
    features: new Set(FEATURES),
    and: '&&',
    not: '!',
    blocks: true,
    bareArguments: false,
    containsMethod: true,
    flat: false,
  },
};
