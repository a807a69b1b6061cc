import { hash } from 'node:crypto';
import { canonicalJson } from '@ostiary/json';
import type { FullRow } from '@ostiary/guard/request';
import type { BatchOutput } from './result.js';
import { LISTED } from './tally.js';

/** Keys up to this length are kept as they are: hashing them costs more than it saves. */
const SHORT = 96;

/** Bytes of a digest of what a row asks: a false pair is as likely as one in 2^88 tables of the largest size. */
export const DIGEST_BYTES = 16;

/** What rows ask, as texts: equal where they ask the same question. */
class Questions {
  private readonly contexts = new WeakMap<object, string>();

  of({ tool, arguments: args, context }: FullRow): string {
    return `${canonicalJson([tool, args])}${context ? this.contextKey(context) : ''}`;
  }

  /** Rows without a context of their own share one object. */
  private contextKey(context: object): string {
    const known = this.contexts.get(context);
    if (known !== undefined) return known;
    const key = digestKey(canonicalJson(context));
    this.contexts.set(context, key);
    return key;
  }
}

/** Notes rows that ask what an earlier row asked. */
class Pairs {
  private count = 0;
  private readonly first: { row: number; same_as: number }[] = [];

  add(row: number, same: number): void {
    this.count += 1;
    if (this.first.length < LISTED) this.first.push({ row, same_as: same });
  }

  get result(): BatchOutput['duplicates'] {
    return { count: this.count, rows: this.first };
  }
}

/** Finds rows that ask the same question. Keeps at most 96 characters a row, or 132 bits of a digest. */
export class Duplicates {
  private readonly seen = new Map<string, number>();
  private readonly questions = new Questions();
  private readonly pairs = new Pairs();

  add(row: number, full: FullRow): void {
    const text = this.questions.of(full);
    const key = text.length <= SHORT ? text : digestKey(text);
    const same = this.seen.get(key);
    if (same === undefined) this.seen.set(key, row);
    else this.pairs.add(row, same);
  }

  get result(): BatchOutput['duplicates'] {
    return this.pairs.result;
  }
}

/** What the rows of a piece of a table ask: a digest for each row, zeros for one that is not asked about. */
export class QuestionDigests {
  private readonly questions = new Questions();
  readonly bytes: Buffer;

  constructor(
    private readonly first: number,
    last: number,
  ) {
    this.bytes = Buffer.alloc((last - first + 1) * DIGEST_BYTES);
  }

  add(row: number, full: FullRow): void {
    hash('sha256', this.questions.of(full), 'buffer').copy(
      this.bytes,
      (row - this.first) * DIGEST_BYTES,
      0,
      DIGEST_BYTES,
    );
  }
}

/** As `Duplicates`, of digests that were made piece by piece: a table of fixed size, 24 to 32 bytes a row. */
export class DuplicateDigests {
  private readonly pairs = new Pairs();
  private readonly digests: Uint32Array;
  /** Rows by the digest's first word; 0 is an empty slot. */
  private readonly slots: Int32Array;

  constructor(rows: number) {
    this.digests = new Uint32Array(rows * 4);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(rows, 1) * 2)));
  }

  /** Rows from number `first` on, in order. */
  add(first: number, bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += DIGEST_BYTES) this.addRow(first + at / DIGEST_BYTES, bytes, at);
  }

  private addRow(row: number, bytes: Buffer, at: number): void {
    const { digests, slots } = this;
    const place = (row - 1) * 4;
    for (let word = 0; word < 4; word += 1) digests[place + word] = bytes.readUInt32LE(at + word * 4);
    if (digests.subarray(place, place + 4).every((word) => word === 0)) return;
    const mask = slots.length - 1;
    for (let slot = (digests[place] ?? 0) & mask; ; slot = (slot + 1) & mask) {
      const known = slots[slot] ?? 0;
      if (known === 0) {
        slots[slot] = row;
        return;
      }
      if (this.isSame(place, (known - 1) * 4)) {
        this.pairs.add(row, known);
        return;
      }
    }
  }

  private isSame(one: number, other: number): boolean {
    for (let word = 0; word < 4; word += 1) if (this.digests[one + word] !== this.digests[other + word]) return false;
    return true;
  }

  get result(): BatchOutput['duplicates'] {
    return this.pairs.result;
  }
}

function digestKey(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
