import type { Example } from './examples.mjs';

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
export declare function twinOf(example: Example): Twin;
export declare function compare(twin: Twin, requests: number, seed: number): Comparison;
