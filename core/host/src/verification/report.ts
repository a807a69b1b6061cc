import type { Verification } from './verify.js';

/** Whether nothing was found, and every search was able to find something. */
export function isClean({ searched }: Verification): boolean {
  return searched.length > 0 && searched.every(({ control, findings }) => control && findings.length === 0);
}

/** A verification for people. The values themselves are not in it. */
export function reportOf(verification: Verification): string {
  const { searched, skipped } = verification;
  const lines = searched.flatMap(({ place, bytes, control, findings }) => [
    `${findings.length > 0 ? 'FOUND' : control ? 'ok   ' : 'BLIND'}  ${place} (${bytes} bytes)`,
    ...(control ? [] : ['         the control was not found: this search could not have found anything']),
    ...new Set(findings.map(({ where, value, form }) => `         the ${value}, ${form}, in ${where}`)),
  ]);
  const verdict = isClean(verification)
    ? 'Nothing that is never stored was found.'
    : 'NOT VERIFIED: see FOUND and BLIND above.';
  return `${[...lines, ...skipped.map((what) => `skip   ${what}`), '', verdict].join('\n')}\n`;
}
