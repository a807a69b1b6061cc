/**
 * - `word`: a name or keyword; keywords are words in their place and names elsewhere.
 * - `string`: `text` is what stands between the quotes, escapes not yet read.
 * - `int`, `decimal`: `text` without separators. `duration`: as written.
 * - `scientific`: a number with an exponent, `1e400`, which only JSON has.
 * - `sign`: an operator or punctuation mark.
 */
export type TokenKind = 'word' | 'string' | 'int' | 'decimal' | 'duration' | 'scientific' | 'sign' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Longest first, so that the first that fits is the right one. */
export const SIGNS = [
  '...',
  '===',
  '!==',
  '==',
  '!=',
  '<=',
  '>=',
  '=<',
  '=>',
  '<>',
  '::',
  ':=',
  '&&',
  '||',
  '..',
  '=',
  '<',
  '>',
  '!',
  '+',
  '-',
  '*',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ';',
  ':',
  '.',
  '@',
  '?',
] as const;

/** What a word means to an editor that colours text; words not here are names. */
export const WORD_CLASSES: Readonly<Record<string, 'keyword' | 'effect' | 'operator' | 'root' | 'constant' | 'state'>> =
  {
    dialect: 'keyword',
    policy: 'keyword',
    catalogue: 'keyword',
    default: 'keyword',
    group: 'keyword',
    test: 'keyword',
    call: 'keyword',
    expect: 'keyword',
    define: 'keyword',
    assume: 'keyword',
    always: 'keyword',
    never: 'keyword',
    when: 'keyword',
    unless: 'keyword',
    history: 'keyword',
    if: 'keyword',
    then: 'keyword',
    else: 'keyword',
    within: 'keyword',
    by: 'keyword',
    using: 'keyword',
    including: 'keyword',
    this: 'keyword',
    formerly: 'keyword',
    previous: 'keyword',
    since: 'keyword',
    count: 'keyword',
    sum: 'keyword',
    allow: 'effect',
    permit: 'effect',
    confirm: 'effect',
    refuse: 'effect',
    forbid: 'effect',
    and: 'operator',
    or: 'operator',
    not: 'operator',
    in: 'operator',
    in_order: 'operator',
    like: 'operator',
    matches: 'operator',
    contains: 'operator',
    has: 'operator',
    is: 'operator',
    args: 'root',
    principal: 'root',
    session: 'root',
    now: 'root',
    tool: 'root',
    answer: 'root',
    executes: 'root',
    true: 'constant',
    false: 'constant',
  };

/** Words that a bare attribute of dialect 1 cannot be called; write `args.in` for one that is. */
export const RESERVED_BARE: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'in',
  'in_order',
  'like',
  'matches',
  'contains',
  'has',
  'when',
  'unless',
  'true',
  'false',
  'if',
  'args',
  'principal',
  'session',
  'now',
]);

/** Whether a name may be written without quotes. */
export const isIdentifier = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
