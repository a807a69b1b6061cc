import type { AnswerSlug, Call, Context, Effect } from '@ostiary/policy';
import type { Words } from '@ostiary/guard';
import type { ClassId } from './class-id.js';

/** From what lets an attacker act, to what only reads badly. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * How a question was decided: `exact`, over every call there is; `inductive`, over sessions of any length; `bounded`, over sessions
 * of at most `k` calls; `tried`, over `k` ways to write a thing, of which there are more.
 */
export type Bound =
  | { readonly kind: 'exact' }
  | { readonly kind: 'inductive' }
  | { readonly kind: 'bounded' | 'tried'; readonly k: number };

/** One call, what stands around it, and what the policy answers to it: replayed in both evaluators. */
export interface Step {
  readonly call: Call;
  readonly context: Context;
  readonly answer: Effect;
  readonly slug: AnswerSlug;
  /** Ids of the deciding rules. */
  readonly deciding: readonly string[];
  /** What the call shows, when there are several: "as it is written", "in capitals". */
  readonly label: Words | null;
}

/**
 * What shows the bug. `call`: one call. `calls`: calls that are alike but for what the finding is about; each stands for itself.
 * `session`: calls one after the other, each in the history of those before it.
 */
export interface Witness {
  readonly kind: 'call' | 'calls' | 'session';
  readonly steps: readonly Step[];
}

/** A rule that a finding speaks of, in the text of the policy. Lines and columns count from 1; the end is the column after the last. */
export interface RulePlace {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One side of a {@link Region}. */
export interface RegionAxis {
  /** `args.amount`. */
  readonly attribute: string;
  /**
   * Ascending, as people write them: `100.00 EUR`. INVARIANT: from the first to the last, every value at which an answer of the plane may change
   * is among them with its neighbours, and so is the value of the call that the region is about. There are 24 at most: of more, those around
   * that call. A decimal of any scale is taken in steps as fine as the rules and the call write it.
   */
  readonly values: readonly string[];
}

/** The answers over two numeric attributes of a call, all else being as in the witness: drawn in reports. */
export interface Region {
  readonly x: RegionAxis;
  readonly y: RegionAxis;
  /** `answers[row][column]` for `y.values[row]` and `x.values[column]`. */
  readonly answers: readonly (readonly Effect[])[];
  /** Where steps of the witness lie; `step` counts from 0. */
  readonly marks: readonly { readonly step: number; readonly column: number; readonly row: number }[];
}

/** A change of the policy's text that was tried: it removes the finding, adds none, and changes no call outside the finding's region. */
export interface Repair {
  readonly title: Words;
  /** The whole text afterwards. */
  readonly text: string;
}

export interface Evidence {
  readonly rules: readonly RulePlace[];
  /** Ids of the rules without which there would be no finding, none of which can be left out. */
  readonly core: readonly string[];
  readonly bound: Bound;
  /** Titles of the assumptions that were used. */
  readonly assumptions: readonly string[];
  /** The nearest call that is decided as one would expect. */
  readonly benign: Step | null;
  /** What one would expect in place of the answers of the witness, where that can be said in a sentence. */
  readonly expected: Words | null;
  /** Null where the finding is not about two numeric attributes. */
  readonly region: Region | null;
}

/** A bug of a policy, confirmed. */
export interface Finding {
  readonly class: ClassId;
  /** Tells kinds of one class apart: `covered`, `equal_to_default`. */
  readonly subkind: string | null;
  readonly severity: Severity;
  /** Ids, in the order of the policy. */
  readonly rules: readonly string[];
  readonly tool: string | null;
  /** `args.amount`, `principal.role`. */
  readonly attribute: string | null;
  readonly title: Words;
  readonly detail: Words;
  /** The same for the same bug in another spelling, order or formatting of the policy: `f1_` and base32. */
  readonly fingerprint: string;
  /** Changes with the literals and the witness. */
  readonly evidenceHash: string;
  /** Null where the bug is that there is no such call. */
  readonly witness: Witness | null;
  readonly evidence: Evidence;
  readonly repair: Repair | null;
}

/** What became of one class. */
export interface ClassCheck {
  readonly class: ClassId;
  /** Questions asked: of a rule, of an attribute, of a tool. */
  readonly asked: number;
  readonly found: number;
  /** The weakest bound under which the rest was shown to be absent; null when nothing was asked. */
  readonly bound: Bound | null;
  /** Questions that were given up. */
  readonly undecided: number;
  /** What was decided exactly, without the solver, and the solver, asked again, did not settle within its limit. */
  readonly unconfirmed: number;
}

export interface Coverage {
  /** Share of questions that were decided, 0 to 1; 1 when none was asked. */
  readonly decided: number;
  readonly tools: readonly string[];
  readonly rules: number;
}

export interface HuntReport {
  /** By severity, then class, then place in the policy. */
  readonly findings: readonly Finding[];
  readonly checks: readonly ClassCheck[];
  readonly coverage: Coverage;
}
