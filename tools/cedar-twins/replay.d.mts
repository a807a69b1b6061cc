import type { Example } from './examples.mjs';

export interface Replayed {
  readonly name: string;
  readonly said: number;
  readonly unsaid: readonly string[];
  readonly asked: readonly object[];
}
export declare function replayable(data?: string): readonly Example[];
export declare function replay(example: Example): Replayed;
export declare function unlike(replayed: Replayed, among?: { readonly folders: boolean }): readonly object[];
