import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const BYTES = 256 * 1024;
/** What was found holds for so long: whoever asks more often costs no more. */
const HOLDS_MS = 5_000;

/** Finds out whether files can be stored in a folder, by storing one: no other way finds full disks, quotas and read-only mounts alike. */
export class WriteProbe {
  private last: { readonly at: number; readonly outcome: Promise<void> } | undefined;

  constructor(private readonly folder: string) {}

  /** Resolves with true; rejects with what the operating system said. */
  async succeeds(): Promise<true> {
    const now = performance.now();
    if (this.last === undefined || now - this.last.at > HOLDS_MS) this.last = { at: now, outcome: this.write() };
    await this.last.outcome;
    return true;
  }

  private async write(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, `.probe-${process.pid}`);
    try {
      const file = await open(path, 'w', 0o600);
      try {
        await file.writeFile(Buffer.alloc(BYTES));
        // A quota, and a disk that is reached over a network, may tell only now.
        await file.sync();
      } finally {
        await file.close();
      }
    } finally {
      await rm(path, { force: true });
    }
  }
}
