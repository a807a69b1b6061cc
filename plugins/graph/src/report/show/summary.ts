import { type Language, say } from '@ostiary/report';
import { type GraphBody, SEVERITIES, type Severity } from '../../model/index.js';
import type { GraphReport, ReportedVerdict } from '../input.js';
import { TEXTS } from '../text/words.js';
import { several } from './sentences.js';

/** What a verification comes to. `empty` when no rule was asked or none says anything: that is not clean. */
export interface Summary {
  readonly outcome: 'broken' | 'open' | 'empty' | 'clean';
  readonly broken: readonly ReportedVerdict[];
  readonly possible: readonly ReportedVerdict[];
  readonly vacuous: readonly ReportedVerdict[];
  readonly proved: readonly ReportedVerdict[];
  /** Broken rules by severity. */
  readonly counts: readonly { readonly severity: Severity; readonly count: number }[];
}

export function summaryOf({ verdicts }: GraphReport): Summary {
  const of = (word: ReportedVerdict['verdict']): ReportedVerdict[] =>
    gravestFirst(verdicts.filter(({ verdict }) => verdict === word));
  const [broken, possible, vacuous, proved] = [of('broken'), of('possible'), of('vacuous'), of('proved')];
  return {
    outcome: broken.length > 0 ? 'broken' : possible.length > 0 ? 'open' : proved.length > 0 ? 'clean' : 'empty',
    broken,
    possible,
    vacuous,
    proved,
    counts: SEVERITIES.map((severity) => ({
      severity,
      count: broken.filter((each) => each.severity === severity).length,
    })).filter(({ count }) => count > 0),
  };
}

function gravestFirst(verdicts: readonly ReportedVerdict[]): ReportedVerdict[] {
  return verdicts.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/** What a verification comes to, in a sentence. */
export function outcomeText({ outcome, broken }: Summary, language: Language): string {
  return outcome === 'broken' ? several(broken.length, TEXTS.broken, language) : say(TEXTS[outcome], language);
}

/** Nodes and edges, those of sub-graphs included, each body once. */
export function sizeOf({ graph }: GraphReport): { readonly nodes: number; readonly edges: number } {
  const bodies: readonly GraphBody[] = [graph, ...(graph.subgraphs ?? [])];
  return {
    nodes: bodies.reduce((sum, { nodes }) => sum + nodes.length, 0),
    edges: bodies.reduce((sum, { edges }) => sum + edges.length, 0),
  };
}
