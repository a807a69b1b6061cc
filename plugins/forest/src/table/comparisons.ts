/** How features, and sums of them, are compared with numbers. */
export type Comparison = '<=' | '<' | '>=' | '>' | '=' | '!=';

/** Each by the signs that people write for it. */
export const COMPARISONS: Readonly<Record<string, Comparison>> = {
  '<=': '<=',
  '≤': '<=',
  '<': '<',
  '>=': '>=',
  '≥': '>=',
  '>': '>',
  '==': '=',
  '=': '=',
  '!=': '!=',
  '<>': '!=',
  '≠': '!=',
};

/** The signs as alternatives of a pattern: the longer before those that they begin with. */
export const SIGN = '<=|>=|<>|!=|==|<|>|=|≤|≥|≠';
/** Their characters, for a class of a pattern. */
export const SIGN_CHARACTERS = '<>=!≤≥≠';
