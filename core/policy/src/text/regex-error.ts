export type RegexFault =
  | 'too_long'
  | 'too_deep'
  | 'too_large'
  | 'bad_escape'
  | 'bad_class'
  | 'bad_repeat'
  | 'unbalanced'
  | 'backreference'
  | 'lookaround'
  | 'flags'
  | 'anchor_inside'
  | 'unsupported';

/** Thrown inside the parser only; {@link parseRegex} turns it into a result. */
export class RegexError extends Error {
  constructor(
    readonly offset: number,
    readonly reason: RegexFault,
  ) {
    super(reason);
  }
}
