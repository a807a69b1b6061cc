export interface Spelling {
  readonly format: string;
  readonly text: string;
  readonly base?: string | undefined;
}
export interface Taken {
  readonly normal: string | null;
  readonly engine: string;
}
export declare function randomTexts(seed: number): Generator<Spelling>;
export declare function takenOtherwise(given: Spelling): Taken | null;
