import type { Words } from '@ostiary/guard';
import type { Span } from '@ostiary/policy';

/** Languages of others that are read. */
export const FOREIGN_FORMATS = ['cedar', 'intercept', 'agt', 'progent', 'dogwood'] as const;
export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];

export interface ImportInput {
  readonly text: string;
  /** What the language keeps beside a policy: the types of Cedar. */
  readonly schema?: string | undefined;
  /** Whether the policy declares its tools: not where a catalogue says what they are. */
  readonly declares: boolean;
}

/** A construct whose meaning is not, or not wholly, in the translation. */
export interface NotImported {
  /** From 1. */
  readonly line: number;
  /** As the language calls it. */
  readonly construct: string;
  readonly detail: Words;
}

/** A policy of others in our language. */
export interface Imported {
  /** In dialect 2. */
  readonly text: string;
  /** For each rule of `text`, in its order, where it stands in the source. */
  readonly places: readonly Span[];
  readonly notImported: readonly NotImported[];
  readonly readings: Readings;
}

/**
 * The same policy, read otherwise than its language reads it: what the hunt compares with. Rules go by the same ids.
 */
export interface Readings {
  /** What a rule reads has to be there: one that refuses also does without it, and one that allows does not. Absent: the language reads it so. */
  readonly closed?: string;
  /** The strictest of all rules that hold wins, wherever they stand. Absent: the order of rules means nothing. */
  readonly strictest?: string;
}

/** Why a policy is not imported. */
export interface ImportFault {
  /** The text that is at fault. */
  readonly of: 'text' | 'schema';
  readonly slug: 'not_readable' | 'not_supported' | 'too_large';
  readonly line: number;
  readonly column: number;
  readonly detail: Words;
}

export type ImportResult =
  | { readonly ok: true; readonly imported: Imported }
  | { readonly ok: false; readonly faults: readonly ImportFault[] };
