import type { Finding } from '@ostiary/hunt/search';
import type { CorpusPolicy, PlantedBug } from './hunt-corpus.mjs';

export declare function isGrave(finding: Finding): boolean;
export declare function isPlanted(bug: PlantedBug, finding: Finding): boolean;
export declare function isConsequence(bug: PlantedBug, finding: Finding): boolean;
export declare function replays(policy: CorpusPolicy, finding: Finding): boolean;
export declare function superfluous(policy: CorpusPolicy, finding: Finding): string[];
