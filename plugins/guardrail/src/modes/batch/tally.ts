import { Answer } from '@ostiary/guard/request';
import { z } from 'zod';
import type { BatchOutput } from './result.js';
import { isMatch, type Outcome } from './outcome.js';

/** Lists in a result stop here; the artefacts have every row. */
export const LISTED = 100;

const count = z.int().min(0);
const row = z.int().min(1);
const customId = z.string().nullable();

/** What a tally has counted, as JSON. */
export const TallyState = z.strictObject({
  counts: z.strictObject({ total: count, allow: count, confirm: count, refuse: count, error: count }),
  default_only: z.strictObject({ count, rows: z.array(row) }),
  errors: z.array(
    z.strictObject({ row, custom_id: customId, pointer: z.string().nullable(), detail: z.string().nullable() }),
  ),
  compared: count,
  matched: count,
  mismatched: z.array(
    z.strictObject({ row, custom_id: customId, expected: Answer, answer: Answer.nullable(), slug: z.string() }),
  ),
});
export type TallyState = z.output<typeof TallyState>;

/** Counts rows by answer, compares them with what was expected, and keeps the first of what a reader looks for. */
export class Tally {
  readonly counts = { total: 0, allow: 0, confirm: 0, refuse: 0, error: 0 };
  readonly defaultOnly = { count: 0, rows: [] as number[] };
  readonly errors: BatchOutput['errors'] = [];
  private readonly comparison = { compared: 0, matched: 0 };
  private readonly mismatched: NonNullable<BatchOutput['expected']>['mismatched'] = [];

  add(outcome: Outcome): void {
    this.counts.total += 1;
    this.counts[outcome.answer ?? 'error'] += 1;
    if (outcome.slug === 'no_rule') {
      this.defaultOnly.count += 1;
      if (this.defaultOnly.rows.length < LISTED) this.defaultOnly.rows.push(outcome.row);
    }
    const { row: number, customId: id, pointer, detail, expected, answer, slug } = outcome;
    if (answer === null && this.errors.length < LISTED)
      this.errors.push({ row: number, custom_id: id, pointer, detail });
    if (expected === null) return;
    this.comparison.compared += 1;
    if (isMatch(outcome)) this.comparison.matched += 1;
    else if (this.mismatched.length < LISTED)
      this.mismatched.push({ row: number, custom_id: id, expected, answer, slug });
  }

  /** Counts what was counted of the rows that follow. */
  join({ counts, default_only, errors, compared, matched, mismatched }: TallyState): void {
    for (const name of ['total', 'allow', 'confirm', 'refuse', 'error'] as const) this.counts[name] += counts[name];
    this.defaultOnly.count += default_only.count;
    fill(this.defaultOnly.rows, default_only.rows);
    fill(this.errors, errors);
    this.comparison.compared += compared;
    this.comparison.matched += matched;
    fill(this.mismatched, mismatched);
  }

  get state(): TallyState {
    const { counts, defaultOnly, errors, comparison, mismatched } = this;
    return { counts, default_only: defaultOnly, errors, ...comparison, mismatched };
  }

  get expected(): BatchOutput['expected'] {
    return this.comparison.compared === 0 ? null : { ...this.comparison, mismatched: this.mismatched };
  }
}

/** Appends as many as are listed. */
function fill<Item>(list: Item[], more: readonly Item[]): void {
  list.push(...more.slice(0, LISTED - list.length));
}
