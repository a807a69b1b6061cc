export interface CorpusPolicy {
  readonly name: string;
  readonly text: string;
  readonly catalogue: unknown;
}

export interface PlantedBug extends CorpusPolicy {
  readonly class: string;
  readonly base: string;
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
