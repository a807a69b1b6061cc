import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../text/command-error.js';

/**
 * Writes a file, and the folders it lies in.
 * @throws CommandError when it cannot be written
 */
export function save(file: string, content: string | Uint8Array): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? '?';
    throw new CommandError({
      en: `${file} cannot be written (${why}).`,
      pt: `${file} não pode ser escrito (${why}).`,
    });
  }
}
