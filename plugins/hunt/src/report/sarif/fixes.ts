import { type DiffHunk, type DiffLine, say } from '@ostiary/report';
import { artifactLocation, message } from '@ostiary/report/sarif';
import type { Repair } from '../../search/index.js';
import type { ReportInput } from '../input.js';
import { hunksOf } from '../show/repair.js';

/**
 * A repair as replacements of whole lines. None where lines are not ended by line feeds alone, or the last one by nothing: columns could not
 * say the change.
 */
export function fixesOf(repair: Repair | null, { policy, language }: ReportInput) {
  if (repair === null || !wholeLines(policy.text) || !wholeLines(repair.text)) return null;
  const replacements = (hunksOf(policy.text, repair.text) ?? []).flatMap(replacementsOf);
  if (replacements.length === 0) return null;
  return [
    {
      description: message(say(repair.title, language)),
      artifactChanges: [{ artifactLocation: artifactLocation(policy.path), replacements }],
    },
  ];
}

const wholeLines = (text: string): boolean => text.endsWith('\n') && !text.includes('\r');

/** Each run of lines that are removed and added. */
function replacementsOf(hunk: DiffHunk) {
  const runs: { at: number; removed: number; added: DiffLine[] }[] = [];
  let line = hunk.find(({ kind }) => kind !== 'added')?.line ?? hunk[0]?.line ?? 1;
  let run: (typeof runs)[number] | null = null;
  for (const each of hunk) {
    if (each.kind === 'same') {
      run = null;
      line++;
      continue;
    }
    if (run === null) {
      run = { at: line, removed: 0, added: [] };
      runs.push(run);
    }
    if (each.kind === 'added') run.added.push(each);
    else {
      run.removed++;
      line++;
    }
  }
  return runs.map(({ at, removed, added }) => ({
    deletedRegion: { startLine: at, startColumn: 1, endLine: at + removed, endColumn: 1 },
    ...(added.length > 0 && { insertedContent: { text: added.map(({ text }) => `${text}\n`).join('') } }),
  }));
}
