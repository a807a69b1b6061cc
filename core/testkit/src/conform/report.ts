import type { Kept } from './plugin-promise.js';

const WORDS: Readonly<Record<Kept['state'], string>> = {
  kept: 'kept  ',
  broken: 'BROKEN',
  not_needed: '-     ',
  not_looked_at: '?     ',
};

/** Returns the result of `conform` as text: a line for each promise, and below it what breaks it. */
export function report(results: readonly Kept[]): string {
  const lines = results.flatMap(({ id, says, state, findings }) => [
    `${WORDS[state]} ${id}: ${says}`,
    ...findings.map((finding) => `         ${finding}`),
  ]);
  const count = (state: Kept['state']): number => results.filter((each) => each.state === state).length;
  return `${lines.join('\n')}\n${count('kept')} kept, ${count('broken')} broken\n`;
}
