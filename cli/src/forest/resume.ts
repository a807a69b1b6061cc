import {
  RESUME_END,
  type ResumableMode,
  resumeHead,
  ResumeMembers,
  ResumeMisfit,
  type RunDigests,
} from '@ostiary/forest/audit';
import type { Given } from '../command.js';
import { readText } from '../files/read.js';
import { SavedLines } from '../files/save.js';
import { clean, type Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { say } from '../text/words.js';

/**
 * What an earlier run left, where the command is to go on with one.
 * @throws CommandError when the file is of another run
 */
export function readResume<T>(given: Given, run: RunDigests, read: (text: string, run: RunDigests) => T): T | null {
  const file = given.value('resume');
  if (file === undefined) return null;
  const { name, text } = readText(file);
  try {
    return read(text, run);
  } catch (error) {
    if (!(error instanceof ResumeMisfit)) throw error;
    throw new CommandError({ en: `${name}: ${error.words.en}`, pt: `${name}: ${error.words.pt}` }, EXIT.unread);
  }
}

/** Writes what a run leaves, where something is open and a file for it was named. */
export function saveLeft(
  given: Given,
  { mode, run, open, states }: { mode: ResumableMode; run: RunDigests; open: number; states: Iterable<object | null> },
): void {
  const to = given.value('left-open');
  if (to === undefined || open === 0) return;
  const members = new ResumeMembers();
  const file = new SavedLines(to);
  file.write(resumeHead(mode, run));
  for (const state of states) file.write(members.text(state));
  file.write(RESUME_END);
  file.close();
}

const TEXTS = {
  kept: { en: 'Left open: {n}. Continue with --resume {from}', pt: 'Em aberto: {n}. Continue com --resume {from}' },
  lost: {
    en: 'Left open: {n}. To continue later, name a file with --left-open.',
    pt: 'Em aberto: {n}. Para continuar depois, indique um ficheiro com --left-open.',
  },
} as const;

/**
 * Says that something is open, and how to go on.
 * @param from what `--resume` takes; undefined where nothing was kept
 */
export function showOpen(open: number, from: string | undefined, screen: Screen): void {
  if (open === 0) return;
  screen.line(
    from === undefined
      ? say(TEXTS.lost, screen.language, { n: open })
      : say(TEXTS.kept, screen.language, { n: open, from: clean(from) }),
  );
}
