import { oneOf } from '../arguments.js';
import type { Given } from '../command.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';

const FAIL_ON = ['violated', 'undecided', 'none'] as const;
type FailOn = (typeof FAIL_ON)[number];

/** @throws CommandError for another word */
export const failOnOf = (given: Given): FailOn => oneOf(given.value('fail-on') ?? 'violated', 'fail-on', FAIL_ON);

/** An error of ours in a row is one of the whole, whatever fails. A violated row fails, unless it is a note; what is not settled, not asked, or about nothing is no pass. */
export function codeOf(
  rows: readonly { readonly verdict: string; readonly severity: string }[],
  failOn: FailOn,
): ExitCode {
  if (rows.some(({ verdict }) => verdict === 'internal_error')) return EXIT.service;
  if (failOn === 'none') return EXIT.passed;
  if (rows.some(({ verdict, severity }) => verdict === 'violated' && severity !== 'info')) return EXIT.findings;
  const settled = rows.every(({ verdict }) => verdict === 'proved' || verdict === 'violated');
  if (settled) return EXIT.passed;
  return failOn === 'undecided' ? EXIT.findings : EXIT.incomplete;
}
