import type { Severity } from './rules.js';
import type { Decider } from './verdict.js';

/** What hygiene (P6) can find in a graph (docs/graph/semantics.md, S15). */
export const HYGIENE_CODES = [
  'unreachable_tool',
  'unreachable_node',
  'dead_end',
  'check_never_passes',
  'fail_open',
  'vacuous_rule',
  'unclassified_tool',
  'dangling_reference',
] as const;
export type HygieneCode = (typeof HYGIENE_CODES)[number];

/** Something that a graph, its catalogue or a rule has and that hardly anybody meant. It says nothing of any rule, so it is no verdict of one. */
export interface HygieneFinding {
  readonly property: 'P6';
  readonly kind: HygieneCode;
  /** `hygiene:` and its kind: nobody asks it by a rule. */
  readonly rule_id: string;
  /** A tool, a node, a name or the id of a rule, by its kind; empty where it is about the graph. */
  readonly target: string;
  /** `broken`: it is so, whatever is not known. `possible`: it was not decided. */
  readonly verdict: 'broken' | 'possible';
  readonly severity: Severity;
  /** Nodes, named as in a path, or as `<body>/<id>` where it is about the document (S15). */
  readonly places: readonly string[];
  readonly deciders?: readonly Decider[];
  readonly assumptions?: readonly string[];
}
