import type { PreparedPolicy } from '@ostiary/guard';
import type { RunOptions } from '@ostiary/hunt/search';

export interface CorpusPolicy {
  readonly name: string;
  readonly text: string;
  readonly catalogue: unknown;
  readonly strictest?: string | null;
}

export interface PlantedBug extends CorpusPolicy {
  readonly class: string;
  /** Null of a policy of others. */
  readonly base: string | null;
  readonly foreign: string | null;
  readonly accepted: { readonly text: string; readonly catalogue: unknown } | null;
  readonly label: {
    readonly rules: readonly string[];
    readonly tool: string | null;
    readonly attribute: string | null;
    readonly also: readonly string[];
  };
}

export declare function cleanPolicies(): CorpusPolicy[];
export declare function plantedBugs(): PlantedBug[];
export declare function huntInput(policy: CorpusPolicy & Partial<Pick<PlantedBug, 'foreign' | 'accepted'>>): Promise<{
  readonly policy: PreparedPolicy;
  readonly text: string;
  readonly strictest: string | null;
  readonly options: RunOptions;
}>;
