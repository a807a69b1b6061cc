import type { Catalogue } from '@ostiary/catalogue';
import type { AgentGraph, Rule } from '@ostiary/graph/model';

export interface GraphCase {
  readonly graph: AgentGraph;
  readonly catalogue: Catalogue;
  readonly rules: readonly Rule[];
  readonly mutation?: string;
}
export declare function randomCases(seed: number): Generator<GraphCase>;
export declare function featuresOf(given: GraphCase): readonly string[];
