import { Boundaries, Coverage, type PreparedPolicy } from '@ostiary/guard';
import { z } from 'zod';
import type { Candidate } from './candidate.js';
import type { Judged } from './judge.js';
import { type BatchOutput, RowAnswer, type RowAnswerOutput } from './result.js';
import { rowAnswer } from './answers.js';
import { Tally, TallyState } from './tally.js';

/** Rows shown in the result itself. */
const ROWS_INLINE = 500;

const count = z.int().min(0);

/** What is known of rows that were decided, as JSON: found in pieces of a table it is joined to what the whole table gives. */
export const FindingsState = z.strictObject({
  tally: TallyState,
  /** By rule, in the order of the policy. */
  coverage: z.array(z.strictObject({ fired: count, decided: count, undefined: count })),
  /** By edge of the policy: the places of its values that no row has. */
  missing: z.array(z.array(count)),
  first: z.array(RowAnswer),
  cross_checked: count,
});
export type FindingsState = z.output<typeof FindingsState>;

/** What the rows of a table, or of a piece of one, come to. */
export class Findings {
  private readonly tally = new Tally();
  private readonly coverage: Coverage;
  private readonly boundaries: Boundaries;
  private readonly first: RowAnswerOutput[] = [];
  /** Rows that both evaluators decided, alike. */
  private crossChecked = 0;

  constructor(policy: PreparedPolicy) {
    this.coverage = new Coverage(policy.decider);
    this.boundaries = new Boundaries(policy.core);
  }

  /** Counts one row; returns what is answered to it. */
  add({ row }: Candidate, { outcome, asked, twice }: Judged): RowAnswerOutput {
    const answer = rowAnswer(outcome);
    this.tally.add(outcome);
    if (asked) {
      this.coverage.add(asked.decision, asked.call, asked.context);
      this.boundaries.add(asked.call, asked.context);
    }
    if (twice) this.crossChecked += 1;
    // A piece further down the table knows by the number of the row that it is not among the first.
    if (row <= ROWS_INLINE) this.first.push(answer);
    return answer;
  }

  /** Counts the rows of the next piece of the table. */
  join({ tally, coverage, missing, first, cross_checked }: FindingsState): void {
    this.tally.join(tally);
    this.coverage.join(coverage);
    this.boundaries.join(missing);
    this.first.push(...first);
    this.crossChecked += cross_checked;
  }

  get state(): FindingsState {
    return {
      tally: this.tally.state,
      coverage: this.coverage.result.map(({ fired, decided, undefined: unknown }) => ({
        fired,
        decided,
        undefined: unknown,
      })),
      missing: this.boundaries.missing,
      first: this.first,
      cross_checked: this.crossChecked,
    };
  }

  /** The part of the result that the rows decide. */
  get result(): Pick<
    BatchOutput,
    | 'row_counts'
    | 'rows'
    | 'rows_truncated'
    | 'expected'
    | 'coverage'
    | 'never_fired'
    | 'default_only'
    | 'missing_boundaries'
    | 'errors'
    | 'cross_checked'
  > {
    const covered = this.coverage.result;
    const { counts, defaultOnly, errors, expected } = this.tally;
    return {
      row_counts: counts,
      rows: this.first,
      rows_truncated: counts.total > this.first.length,
      expected,
      coverage: [...covered],
      never_fired: covered.filter(({ fired }) => fired === 0).map(({ rule }) => rule),
      default_only: defaultOnly,
      missing_boundaries: this.boundaries.result,
      errors,
      cross_checked: this.crossChecked,
    };
  }
}
