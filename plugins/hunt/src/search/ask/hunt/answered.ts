import type { UndecidedReason } from '@ostiary/policy/symbolic';
import type { CoreRule } from '@ostiary/policy';
import type { Words } from '@ostiary/guard';
import type { Bound, Repair, Severity, Step, Witness } from '../../model/finding.js';
import type { CallRegion } from './call-region.js';

/** A bug as its class tells it; what is the same for every class is added to it later. */
export interface Bug {
  readonly subkind?: string;
  readonly severity: Severity;
  /** In the order of the policy; none where the bug is that there is no rule. */
  readonly rules: readonly CoreRule[];
  /** The rules by which the bug is known again, where others may show it in another version of the policy; `rules` unless it says otherwise. */
  readonly knownBy?: readonly CoreRule[];
  readonly tool?: string;
  readonly attribute?: string;
  readonly title: Words;
  readonly detail: Words;
  readonly witness?: Witness;
  /** Without any of these there would be no bug; `rules` unless it says otherwise. */
  readonly core?: readonly CoreRule[];
  readonly bound: Bound;
  readonly assumptions?: readonly string[];
  readonly benign?: Step;
  /** What one would expect in place of the answers of the witness, in a sentence. */
  readonly expected?: Words;
  /** Changes of the text that may mend it, the best first. None is shown before it is proved. */
  readonly repairs?: readonly Repair[];
  /** The calls that it is about; none unless given, so that a repair must leave every answer as it is. */
  readonly concerns?: CallRegion;
}

/** How a bug may be mended, and which calls that may change. */
export type Mending = Pick<Bug, 'repairs' | 'concerns'>;

/** What became of one question. */
export type Answered =
  | { readonly kind: 'clear'; readonly bound: Bound }
  | { readonly kind: 'found'; readonly bug: Bug }
  | {
      readonly kind: 'undecided';
      readonly reason: UndecidedReason;
      readonly rules: readonly CoreRule[];
      readonly tool?: string;
      readonly attribute?: string;
      /** What a bug would weigh that was not ruled out: medium unless this says less. */
      readonly severity?: Severity;
    };

export const EXACT: Bound = { kind: 'exact' };
export const CLEAR: Answered = { kind: 'clear', bound: EXACT };

/** Where a question is asked, and what a bug there would weigh. */
export type Place = Omit<Extract<Answered, { kind: 'undecided' }>, 'kind' | 'reason'>;

/** A search that found nothing. `bound`: of sessions, the longest that was looked at; null if none of any length shows it. */
type Nothing =
  | { readonly kind: 'never'; readonly bound?: number | null }
  | { readonly kind: 'undecided'; readonly reason: UndecidedReason };

/** What a question comes to where a search found nothing. */
export function notFound(search: Nothing, place: Place): Answered {
  if (search.kind === 'undecided') return { ...search, ...place };
  return search.bound === undefined ? CLEAR : { kind: 'clear', bound: boundOf({ bound: search.bound }) };
}

/** For how long sessions something holds. */
export const boundOf = ({ bound }: { readonly bound: number | null }): Bound =>
  bound === null ? { kind: 'inductive' } : { kind: 'bounded', k: bound };
