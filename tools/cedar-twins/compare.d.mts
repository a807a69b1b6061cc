export interface Twin {
  readonly name: string;
  readonly said: readonly object[];
  readonly unsaid: readonly string[];
  readonly text: string;
}
export interface Comparison {
  readonly compared: number;
  readonly allowed: number;
  readonly withErrors: number;
  readonly wrong: readonly object[];
}
export declare function isThere(): boolean;
export declare function examples(): readonly {
  readonly name: string;
  readonly file: string;
  readonly schema: string;
}[];
export declare function twinOf(example: {
  readonly name: string;
  readonly file: string;
  readonly schema: string;
}): Twin;
export declare function compare(twin: Twin, requests: number, seed: number): Comparison;
