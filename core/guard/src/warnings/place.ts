import type { CoreRule } from '@ostiary/policy';
import type { PolicyWarning } from '../prepare/prepare.js';

/** Where a rule begins; the whole text when it is not known. */
export function placeOfRule(rule: CoreRule | undefined): PolicyWarning['place'] {
  if (!rule) return { of: 'policy', line: 1, column: 1, span: { start: 0, end: 0 } };
  const { line, column, span } = rule;
  return { of: 'policy', line, column, span };
}
