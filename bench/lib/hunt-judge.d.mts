import type { Finding, Step } from '@ostiary/hunt/search';
import type { CorpusPolicy, PlantedBug } from './hunt-corpus.mjs';

export declare function isGrave(finding: Finding): boolean;
export declare function isPlanted(bug: PlantedBug, finding: Finding): boolean;
export declare function isConsequence(bug: PlantedBug, finding: Finding): boolean;
export declare function replays(policy: CorpusPolicy, finding: Finding): boolean;
export declare function contradicting(
  policy: CorpusPolicy,
  finding: Finding,
  calls: readonly Pick<Step, 'call' | 'context'>[],
): boolean;
export declare function superfluous(policy: CorpusPolicy, finding: Finding): string[];
