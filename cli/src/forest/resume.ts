import { ResumeMisfit } from '@ostiary/forest/audit';
import type { Given } from '../command.js';
import { readText } from '../files/read.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';

/**
 * What an earlier run left, where the command is to go on with one.
 * @throws CommandError when the file is of another run
 */
export function readResume<T>(given: Given, digest: string, read: (text: string, digest: string) => T): T | null {
  const file = given.value('resume');
  if (file === undefined) return null;
  const { name, text } = readText(file);
  try {
    return read(text, digest);
  } catch (error) {
    if (!(error instanceof ResumeMisfit)) throw error;
    throw new CommandError({ en: `${name}: ${error.words.en}`, pt: `${name}: ${error.words.pt}` }, EXIT.unread);
  }
}
