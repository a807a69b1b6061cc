import type { Em } from '../storage/database.js';
import { heads, rowsAfter, rowsBehindHeads, type ChainHead, type KeptRow } from './read.js';
import { BEGINNING, digestOf } from './row.js';

/** What is wrong with one row of the record. */
export interface AuditFault {
  readonly chain: string;
  readonly seq: number;
  /**
   * `changed`: it does not say what it said when it was added; `moved`: it stood at another place; `missing`: it is gone;
   * `added`: it stands behind the end of its chain.
   */
  readonly fault: 'changed' | 'moved' | 'missing' | 'added';
  /** Where a moved row stood. */
  readonly from?: number;
}

export interface AuditVerdict {
  readonly chains: readonly ChainHead[];
  readonly rows: number;
  /** At most `MOST_FAULTS`. */
  readonly faults: readonly AuditFault[];
}

export const MOST_FAULTS = 100;
const BATCH = 1_000;
/** Places a row that was changed is tried at, to see whether it was only moved. */
const MOST_PLACES = 10_000;

/** Reads the whole record and recomputes every digest. What is added meanwhile is left for the next time. */
export async function verifyAudit(em: Em): Promise<AuditVerdict> {
  const chains = await heads(em);
  const faults: AuditFault[] = (await rowsBehindHeads(em, MOST_FAULTS)).map((row) => ({ ...row, fault: 'added' }));
  let rows = 0;
  for (const head of chains) {
    const walk = new ChainWalk(head, faults);
    for (;;) {
      const batch = await rowsAfter(em, head, walk.seq, BATCH);
      for (const row of batch) walk.next(row);
      rows += batch.length;
      if (batch.length < BATCH) break;
    }
    walk.end();
  }
  return { chains, rows, faults: faults.slice(0, MOST_FAULTS) };
}

/** Checks one chain, row by row. */
class ChainWalk {
  seq = 0;
  private hash = BEGINNING;
  /** The row before was at fault: that the next one does not fit to it is not another fault. */
  private faulty = false;

  constructor(
    private readonly head: ChainHead,
    private readonly faults: AuditFault[],
  ) {}

  next(row: KeptRow): void {
    const follows = row.seq === this.seq + 1;
    this.missingBefore(row.seq);
    const whole = digestOf(row) === row.hash;
    // A row that was changed together with its digest fits to what it follows; what follows does not fit to it.
    if (whole && follows && row.previous !== this.hash && !this.faulty) this.add(Math.max(1, this.seq), 'changed');
    if (!whole) this.addMovedOrChanged(row);
    this.faulty = !whole;
    this.seq = row.seq;
    this.hash = row.hash;
  }

  end(): void {
    this.missingBefore(this.head.seq + 1);
    if (this.seq === this.head.seq && this.hash !== this.head.hash && !this.faulty) this.add(this.seq, 'changed');
  }

  private missingBefore(next: number): void {
    for (let seq = this.seq + 1; seq < next && this.faults.length <= MOST_FAULTS; seq += 1) this.add(seq, 'missing');
  }

  private addMovedOrChanged(row: KeptRow): void {
    const places = this.faults.length > MOST_FAULTS ? 0 : Math.min(this.head.seq, MOST_PLACES);
    for (let from = 1; from <= places; from += 1) {
      if (digestOf({ ...row, seq: from }) !== row.hash) continue;
      this.faults.push({ chain: row.chain, seq: row.seq, fault: 'moved', from });
      return;
    }
    this.add(row.seq, 'changed');
  }

  private add(seq: number, fault: AuditFault['fault']): void {
    this.faults.push({ chain: this.head.chain, seq, fault });
  }
}
