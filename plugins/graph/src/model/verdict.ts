import type { Severity } from './rules.js';

/** The answer for one rule and one target (graph.md 3.5). Nodes of sub-graphs are `<sub-graph node>/<id>`, as deep as they lie. */
export interface Verdict {
  readonly property: Property;
  /** Within a property, what exactly: `SG1`, `aborted_run`, `lasso`, ... */
  readonly kind?: string;
  readonly rule_id: string;
  /** The tool it is about; the form of a taint rule that is about no one tool. */
  readonly target: string;
  readonly verdict: VerdictWord;
  readonly severity: Severity;
  /** For `broken` and `possible`: a shortest path, from the start. */
  readonly path?: readonly PathStep[];
  /** For a run that goes round for ever: where in `path` the loop begins. */
  readonly cycle_from?: number;
  /** Values of variables under which the path is taken, when decided guards are on it. */
  readonly model?: readonly {
    readonly variable: string;
    readonly at_step: number;
    readonly value: string | number | boolean;
  }[];
  /** What would decide a `possible`. */
  readonly deciders?: readonly Decider[];
  /** Guards a proof leans on: edges whose guards together cannot be taken. */
  readonly guards_used?: readonly string[];
  /** Codes of assumptions this verdict rests on. */
  readonly assumptions?: readonly string[];
  readonly certificate_id?: string;
  /** What it is without what the request assumes, where that is something else. */
  readonly without_assume?: VerdictWord;
  readonly fix?: Fix;
  /** Why there is none, where one was looked for. */
  readonly no_fix?: NoFixCode;
}

export const PROPERTIES = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6'] as const;
export type Property = (typeof PROPERTIES)[number];
/** As they decide what several come to: the first that is there. */
export const VERDICT_WORDS = ['broken', 'possible', 'proved', 'vacuous'] as const;
export type VerdictWord = (typeof VERDICT_WORDS)[number];

/**
 * What verdicts come to: broken or possible when one is, proved when one is and none is worse, else vacuous. No verdict at all is vacuous, too: nothing
 * was shown.
 */
export const worstOf = (verdicts: readonly VerdictWord[]): VerdictWord =>
  VERDICT_WORDS.find((word) => verdicts.includes(word)) ?? 'vacuous';

/** A step: the node that ran, the edge that was taken from it, and what that changed for the rule. */
export interface PathStep {
  readonly node: string;
  /** The edge that leaves the node, where the path goes on. */
  readonly edge?: string;
  /** Present when the run has more than one lane: a number that stays with the lane. */
  readonly lane?: number;
  /** What happened there: a tool was attempted, succeeded, failed; a person answered. */
  readonly events: readonly PathEvent[];
  readonly guard?: { readonly text: string; readonly kind: 'free' | 'decided' | 'opaque' };
  /** The facts of this rule that hold after it. */
  readonly facts: readonly string[];
  /** A code and its parameters, from which the sentence in the reader's language is made. */
  readonly why?: { readonly code: string; readonly params: Readonly<Record<string, string | number>> };
}

export interface PathEvent {
  readonly kind: 'attempt' | 'success' | 'failure' | 'approve' | 'reject' | 'edit';
  /** The tool; the node for what a person answered. */
  readonly name: string;
}

/** One thing that is not known and that matters: an opaque guard, a `may` edge, an unknown join, a missing body, how a check passes, an unclassified tool. */
export interface Decider {
  readonly code: string;
  readonly at: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/**
 * A fix of a rule. It was tried: the graph was verified again with it, the rule was proved, and no rule got worse. Edges and nodes are named as in a path.
 */
export interface Fix {
  readonly kind: (typeof FIX_KINDS)[number];
  /** The tool to call; null: a person is asked. */
  readonly name: string | null;
  /** The variables, and the arguments that data edges bring, that are made anew by it; empty where it is about a call. */
  readonly cleans: readonly string[];
  /** Edges on which to insert it, and nodes in front of which, where a run or a body begins at them. */
  readonly insert_on: readonly string[];
  readonly insert_before: readonly string[];
  /** The number of these places; 0 if it only works right before the tool. */
  readonly cut_size: number;
  /** True: no smaller set of places works. False: no part of this set works. */
  readonly smallest: boolean;
  /** What happens in the graph that was tried if it does not pass or a person says no: the run fails, or its lane ends. */
  readonly refusal: 'fail' | 'end';
  /** Nodes that call the tool, if inserting it right before each call was tried and works too; otherwise empty. */
  readonly before_tool: readonly string[];
  /** Other rules that are proved with it and were not before. */
  readonly also: readonly string[];
  readonly proof: 're-verified';
}

/** What is missing. `endorsement`: a person who says what a value is. */
export const FIX_KINDS = ['check', 'confirmation', 'cleaner', 'endorsement'] as const;

/** Why no fix is told of a broken rule. */
export const NO_FIX_CODES = [
  'pass_unknown',
  'arguments_unknown',
  'no_source',
  'no_place',
  'model_has_read',
  'not_provable',
  'harms',
  'budget',
] as const;
export type NoFixCode = (typeof NO_FIX_CODES)[number];
