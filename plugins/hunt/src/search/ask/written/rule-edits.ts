import type { CoreExpr, CoreRule } from '@ostiary/policy';
import type { TestTerms } from '../hunt/about-tool.js';
import type { Hunt } from '../hunt/hunt.js';
import { spanOf } from '../guards/tests.js';

/** The text without some rules, and without the lines that they leave empty. */
export const withoutRules = ({ policy: { text } }: Hunt, rules: readonly CoreRule[]): string =>
  withoutStretches(
    text,
    rules.map(({ span }) => span),
  );

/** A text without some stretches of it, and without the lines that they leave empty. */
export function withoutStretches(text: string, spans: readonly CoreRule['span'][]): string {
  const last = spans.toSorted((a, b) => b.start - a.start);
  return last.reduce((left, { start, end }) => {
    const [from, to] = [left.lastIndexOf('\n', start - 1) + 1, left.indexOf('\n', end)];
    const line = left.slice(from, start) + left.slice(end, to < 0 ? left.length : to);
    if (/[^ \t]/u.test(line)) return left.slice(0, start) + left.slice(end);
    return left.slice(0, from) + (to < 0 ? '' : left.slice(to + 1));
  }, text);
}

/** The text without one test of a rule; null where it is not joined to another one in the rule itself. */
export function withoutTest({ policy: { text } }: Hunt, { span }: CoreRule, test: CoreExpr): string | null {
  const at = test.op === 'not' ? null : spanOf(test);
  if (!at || at.start <= span.start || at.end >= span.end) return null;
  const [before, after] = [text.slice(0, at.start), text.slice(at.end)];
  const shorter = before.replace(/\s*(?:\band|&&|\|\|)\s*$/u, '');
  if (shorter !== before) return shorter + after;
  const rest = after.replace(/^\s*(?:and\b|&&|\|\|)\s*/u, '');
  return rest === after ? null : before + rest;
}

/** The text in which `x == "a" and x == "b"` is `x in ["a", "b"]`; null where the tests are not two of that kind. */
export function eitherValue(hunt: Hunt, rule: CoreRule, tests: readonly TestTerms[]): string | null {
  const [one, other, ...more] = tests.map(({ test }) => equality(hunt, test));
  const last = tests[1]?.test;
  if (!one || !other || !last || more.length > 0 || one.of !== other.of) return null;
  const shorter = withoutTest(hunt, rule, last);
  return shorter === null || other.at < one.at
    ? null
    : `${shorter.slice(0, one.at)}${one.of} in [${one.value}, ${other.value}]${shorter.slice(one.end)}`;
}

function equality(
  { policy: { text } }: Hunt,
  test: CoreExpr,
): { of: string; value: string; at: number; end: number } | null {
  const span = test.op === 'compare' && test.cmp === '==' ? spanOf(test) : null;
  const [, of, value] = (span && /^([^=\s]+)\s*==\s*([^=]+)$/u.exec(text.slice(span.start, span.end))) ?? [];
  return span && of !== undefined && value !== undefined ? { of, value, at: span.start, end: span.end } : null;
}
