import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../text/command-error.js';

/**
 * Writes a file, and the folders it lies in.
 * @throws CommandError when it cannot be written
 */
export const save = (file: string, content: string | Uint8Array): void =>
  tried(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  });

/** Characters that are gathered before they are written. */
const CHUNK = 256 * 1024;

/** A file that is written as it is made: it may be larger than a text can be. */
export class SavedLines {
  private pending = '';
  private readonly handle: number | null;

  /**
   * @param file none: what is written goes nowhere
   * @throws CommandError when it cannot be written
   */
  constructor(private readonly file: string | undefined) {
    this.handle = file === undefined ? null : opened(file);
  }

  write(text: string): void {
    if (this.handle === null) return;
    this.pending += text;
    if (this.pending.length >= CHUNK) this.flush(this.handle);
  }

  close(): void {
    if (this.handle === null) return;
    this.flush(this.handle);
    closeSync(this.handle);
  }

  private flush(handle: number): void {
    const { pending } = this;
    this.pending = '';
    tried(this.file ?? '', () => writeFileSync(handle, pending));
  }
}

const opened = (file: string): number =>
  tried(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, 'w');
  });

function tried<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? '?';
    throw new CommandError({
      en: `${file} cannot be written (${why}).`,
      pt: `${file} não pode ser escrito (${why}).`,
    });
  }
}
