export function random(seed: number): () => number;
export function damaged(bytes: Uint8Array, others: readonly Uint8Array[], next: () => number): Uint8Array;
