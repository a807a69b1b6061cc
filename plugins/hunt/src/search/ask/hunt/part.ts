import type { CoreRule } from '@ostiary/policy';

/** What some questions are about. */
export interface Part {
  readonly tools: readonly string[];
  /** In the order of the policy. */
  readonly rules: readonly CoreRule[];
}
