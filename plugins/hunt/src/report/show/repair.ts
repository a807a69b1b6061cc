import type { DiffHunk, DiffLine } from '@ostiary/report';
import { structuredPatch } from 'diff';
import { colours } from './policy-text.js';

/** Lines that stay, around those that change. */
const AROUND = 2;
/** Changed lines beyond which nobody reads a change line by line. */
const MOST = 400;

/** What a repair changes, line by line; null when it changes too much to be read. */
export function hunksOf(before: string, after: string): DiffHunk[] | null {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: AROUND, maxEditLength: MOST });
  if (patch === undefined) return null;
  return patch.hunks.map(({ oldStart, newStart, lines }) => {
    let [old, now] = [oldStart, newStart];
    return lines.flatMap((line): DiffLine[] => {
      const text = line.slice(1).replace(/\r$/, '');
      const tokens = colours(text);
      switch (line[0]) {
        case '-':
          return [{ kind: 'removed', text, tokens, line: old++ }];
        case '+':
          return [{ kind: 'added', text, tokens, line: now++ }];
        case ' ':
          now++;
          return [{ kind: 'same', text, tokens, line: old++ }];
        // That the text ends without a line feed is nothing to a policy.
        default:
          return [];
      }
    });
  });
}
