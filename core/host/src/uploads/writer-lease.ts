import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../ids/new-id.js';
import type { Upload } from './entities/upload.js';
import { LEASE_SECONDS, type UploadStore } from './store.js';

/** A dead writer is noticed within the lease; one more second for the look that notices it. */
const PATIENCE_MS = (LEASE_SECONDS + 1) * 1_000;
const LOOK_MS = 200;
const RENEW_MS = (LEASE_SECONDS * 1_000) / 3;

/** The lease was lost: this process was held up for so long that another writes now. */
export class LeaseLost extends Error {}

/** The right to write the bytes of an upload, which one request has at a time, in whichever process it is served. See docs/adr/0110. */
export class WriterLease {
  private heldAt = performance.now();

  private constructor(
    private readonly store: UploadStore,
    private readonly upload: Upload,
    private readonly writer: string,
  ) {}

  /**
   * Waits until nobody else writes, as long as it takes to know that a writer is dead.
   * @returns `busy` when another lives, or the caller has gone; `closed` when the upload is not open any more
   */
  static async take(
    store: UploadStore,
    upload: Upload,
    isGone: () => boolean,
  ): Promise<WriterLease | 'busy' | 'closed'> {
    const writer = newId('wri');
    const end = performance.now() + PATIENCE_MS;
    while (!isGone()) {
      if (await store.takeWriter(upload, writer)) return new WriterLease(store, upload, writer);
      const now = await store.find(upload.accountId, upload.id);
      if (now === null || now.completedAt !== null) return 'closed';
      if (performance.now() >= end) break;
      await sleep(LOOK_MS);
    }
    return 'busy';
  }

  /**
   * To be called before each write.
   * @throws LeaseLost
   */
  async hold(): Promise<void> {
    if (performance.now() - this.heldAt < RENEW_MS) return;
    if (!(await this.store.renewWriter(this.upload, this.writer))) throw new LeaseLost();
    this.heldAt = performance.now();
  }

  async release(): Promise<void> {
    await this.store.releaseWriter(this.upload, this.writer);
  }
}
