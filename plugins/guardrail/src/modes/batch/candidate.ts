import type { Words } from '@ostiary/guard';
import type { AnswerName, FullRow } from '@ostiary/guard/request';

/** A row as it comes from the table, or why it is none. */
export type Candidate =
  | {
      readonly ok: true;
      readonly row: number;
      readonly customId: string | null;
      readonly expected: AnswerName | null;
      readonly full: FullRow;
      /** The call is taken as confirmed: a test of a policy may say so, a row may not. */
      readonly confirmed?: true;
    }
  | {
      readonly ok: false;
      readonly row: number;
      readonly customId: string | null;
      readonly pointer: string;
      readonly detail: Words;
    };
