import { hash } from 'node:crypto';
import { canonicalJson } from '@ostiary/json';
import type { FullRow } from '@ostiary/guard/request';
import { LISTED } from './tally.js';

/** Keys up to this length are kept as they are: hashing them costs more than it saves. */
const SHORT = 96;

/**
 * Finds rows that ask the same question. Keeps at most 96 characters a row, or 132 bits of a digest, so a false pair is
 * as likely as one in 2^98 tables of the largest size.
 */
export class Duplicates {
  private readonly seen = new Map<string, number>();
  private readonly contexts = new WeakMap<object, string>();
  private count = 0;
  private readonly first: { row: number; same_as: number }[] = [];

  add(row: number, { tool, arguments: args, context }: FullRow): void {
    const text = `${canonicalJson([tool, args])}${context ? this.contextKey(context) : ''}`;
    const key = text.length <= SHORT ? text : digestKey(text);
    const same = this.seen.get(key);
    if (same === undefined) {
      this.seen.set(key, row);
      return;
    }
    this.count += 1;
    if (this.first.length < LISTED) this.first.push({ row, same_as: same });
  }

  get result(): { count: number; rows: { row: number; same_as: number }[] } {
    return { count: this.count, rows: this.first };
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

function digestKey(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
