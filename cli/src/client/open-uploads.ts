import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingsFile } from './settings.js';

/** Which uploads were begun and not ended, by what they are of: so that the command goes on where it was broken off. */
export class OpenUploads {
  private readonly file = join(dirname(settingsFile(process.env)), 'uploads.json');

  /** The upload that was begun with the same bytes for the same purpose. */
  find(of: string): string | undefined {
    return this.read()[of];
  }

  keep(of: string, id: string): void {
    this.write({ ...this.read(), [of]: id });
  }

  forget(of: string): void {
    const { [of]: _, ...others } = this.read();
    this.write(others);
  }

  private read(): Readonly<Record<string, string>> {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as Record<string, string>;
    } catch (error) {
      // What is not there, or was cut off, only costs sending from the beginning.
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw error;
    }
  }

  private write(uploads: Readonly<Record<string, string>>): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    writeFileSync(this.file, `${JSON.stringify(uploads, null, 2)}\n`, { mode: 0o600 });
  }
}
