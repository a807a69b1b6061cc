import type { ClassProposal } from '@ostiary/catalogue';
import type { Language } from '@ostiary/report';
import type { Comparison } from '../diff/compare.js';
import type { ReadGraph } from '../model/index.js';
import type { TraceCoverage } from '../traces/index.js';
import type { Verified } from '../verify/index.js';
import type { GraphReport } from './input.js';

interface Named {
  /** Where the document stands in a repository. */
  readonly path: string;
  readonly digest: string;
  readonly comparison?: Comparison;
  readonly language: Language;
  /** Of the product. */
  readonly version: string;
  /** Classes that annotations speak for, of a tool that nobody classified; absent: none are known. */
  readonly proposals?: (tool: string) => readonly ClassProposal[];
  /** What recorded runs show. */
  readonly traces?: TraceCoverage;
}

/** What reports are made of, from a graph and what was decided of it. */
export function reportOf(
  { graph, places }: Pick<ReadGraph, 'graph' | 'places'>,
  verified: Verified,
  { proposals, ...named }: Named,
): GraphReport {
  const { verdicts, hygiene, rules, coverage, assumptions, roles } = verified;
  const { tools, tools_classified, edges_with_guard, opaque_guards, unclassified } = coverage;
  return {
    ...named,
    name: graph.name ?? named.path,
    graph,
    places,
    verdicts,
    hygiene,
    rules,
    assumptions,
    coverage: {
      tools,
      tools_classified,
      edges_with_guard,
      opaque_guards,
      unclassified: unclassified.map((name) => ({ name, proposals: proposals?.(name) ?? [] })),
      roles,
    },
  };
}
