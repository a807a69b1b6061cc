import type { ClassProposal } from '@ostiary/catalogue';
import type { Language } from '@ostiary/report';
import type { Comparison } from '../diff/compare.js';
import type { TraceCoverage } from '../traces/index.js';
import type { ProposedRole } from '../verify/index.js';
import type { AgentGraph, Assumption, HygieneFinding, ReadGraph, Rule, Verdict } from '../model/index.js';

/** What every artefact of one verification is made of. The same input gives the same bytes. */
export interface GraphReport {
  /** Of the graph, for people. */
  readonly name: string;
  /** Where its text stands in a repository: `graphs/refunds.json`. */
  readonly path: string;
  /** Of the text that was read. */
  readonly digest: string;
  readonly graph: AgentGraph;
  readonly places: ReadGraph['places'];
  readonly verdicts: readonly ReportedVerdict[];
  /** What hygiene found; null where it was not asked. */
  readonly hygiene: readonly ReportedHygiene[] | null;
  readonly rules: readonly Rule[];
  readonly assumptions: readonly Assumption[];
  readonly coverage: Coverage;
  /** What recorded runs show of it; absent where there are none. */
  readonly traces?: TraceCoverage;
  /** With the version before; absent where there is none. */
  readonly comparison?: Comparison;
  readonly language: Language;
  /** Of the product. */
  readonly version: string;
}

export interface ReportedVerdict extends Verdict {
  /** What it is about, so that it is known again in another version of the graph. */
  readonly fingerprint: string;
}

export interface ReportedHygiene extends HygieneFinding {
  /** What it is about, so that it is known again in another version of the graph. */
  readonly fingerprint: string;
}

/** How much of the graph the verdicts can speak of. */
export interface Coverage {
  /** Tools that the graph names, and those of them that the catalogue classifies. */
  readonly tools: number;
  readonly tools_classified: number;
  readonly edges_with_guard: number;
  readonly opaque_guards: number;
  readonly unclassified: readonly UnclassifiedTool[];
  /** Roles that the document states and the catalogue does not. */
  readonly roles: readonly ProposedRole[];
}

export interface UnclassifiedTool {
  readonly name: string;
  /** Classes that its annotations speak for; empty where it has none. */
  readonly proposals: readonly ClassProposal[];
}
