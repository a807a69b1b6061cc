/** A test of one thing against constants, taken apart as it is written. */
interface WrittenTest {
  /** What is tested: `args.to`. */
  readonly subject: string;
  readonly operator: string;
  /** Whether it is `!=` or has `not` before its word. */
  readonly negated: boolean;
  /** What it is held against, as it is written. */
  readonly against: string;
}

const WRITTEN =
  /^(?<subject>[^=!<>]+?)\s*(?<operator>==|!=|<=|>=|<|>|\b(?:not\s+)?(?:in|like|matches|contains)\b)\s*(?<against>[\s\S]+)$/u;

/** Null where it is not one of this kind, or has a constant first. */
export function writtenTest(written: string): WrittenTest | null {
  const { subject = '', operator = '', against = '' } = WRITTEN.exec(written)?.groups ?? {};
  if (!/^[A-Za-z_][\w.]*(?:\["[^"]*"\][\w.]*)*$/u.test(subject)) return null;
  return { subject, operator: operator.replace(/^not\s+/u, ''), negated: /^(?:!=|not\s)/u.test(operator), against };
}

/** An expression as a policy writes it between quotes. */
export const quotedRegex = (pattern: string): string => `"${pattern.replaceAll('"', '\\"')}"`;

/** An expression of one text. */
export const regexOf = (text: string): string => text.replaceAll(/[\\^$.|?*+()[\]{}]/gu, '\\$&');

const OTHERWISE: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** The contrary of a test as it is written; null where it is not known how to write it. */
export function contraryOf(dialect: 1 | 2, written: string): string | null {
  if (dialect === 2) return `!(${written})`;
  const parts = writtenTest(written);
  if (!parts) return /^[A-Za-z_][\w.]*$/u.test(written) ? `not ${written}` : null;
  const { subject, operator, negated, against } = parts;
  return `${subject} ${OTHERWISE[operator] ?? (negated ? operator : `not ${operator}`)} ${against}`;
}
