import { type ActionInput, callOf, type ContextInput, contextOf } from '@ostiary/guard';
import type { FindingJson, StepJson } from '@ostiary/hunt/report';
import type { Call, Context } from '@ostiary/policy';
import type { Words } from '../../text/words.js';

/** What became of a finding since the version, or the scan, that it is compared with. */
export type Standing = 'new' | 'known' | 'reopened' | 'accepted_risk' | 'false_positive';

/** The same in words. */
export const STANDINGS: Readonly<Record<Standing, Words>> = {
  new: { en: 'new', pt: 'novo' },
  known: { en: 'persists', pt: 'persiste' },
  reopened: { en: 'reopened', pt: 'reaberto' },
  accepted_risk: { en: 'accepted risk', pt: 'risco aceite' },
  false_positive: { en: 'false positive', pt: 'falso positivo' },
};

/** A finding as a person is shown it, whoever hunted. */
export interface Told extends Pick<
  FindingJson,
  'class' | 'severity' | 'rules' | 'tool' | 'title' | 'detail' | 'fingerprint' | 'repair'
> {
  /** Null where there is no call to show; left out where the key may not see calls. */
  readonly witness?: Witness | null;
  readonly evidence?: FindingJson['evidence'];
  readonly standing?: Standing;
}

export type Step = StepJson;
type Witness = NonNullable<FindingJson['witness']>;

/** A step in the terms of who decides. */
export function decidedOf({ action, context, confirmed }: Step): { readonly call: Call; readonly context: Context } {
  return {
    call: callOf(action satisfies ActionInput),
    context: { ...contextOf(context satisfies ContextInput), ...(confirmed && { confirmed }) },
  };
}
