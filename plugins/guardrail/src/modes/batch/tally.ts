import type { BatchOutput } from './result.js';
import { isMatch, type Outcome } from './outcome.js';

/** Lists in a result stop here; the artefacts have every row. */
export const LISTED = 100;

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
    const { row, customId, pointer, detail, expected, answer, slug } = outcome;
    if (answer === null && this.errors.length < LISTED) this.errors.push({ row, custom_id: customId, pointer, detail });
    if (expected === null) return;
    this.comparison.compared += 1;
    if (isMatch(outcome)) this.comparison.matched += 1;
    else if (this.mismatched.length < LISTED)
      this.mismatched.push({ row, custom_id: customId, expected, answer, slug });
  }

  get expected(): BatchOutput['expected'] {
    return this.comparison.compared === 0 ? null : { ...this.comparison, mismatched: this.mismatched };
  }
}
