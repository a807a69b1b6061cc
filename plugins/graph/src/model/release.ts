/** Gives the memory of arrays back at once that nobody uses any more: the collector of garbage, which sees small objects, may let much of it stand for long. */
export function release(...arrays: readonly (Int32Array | Uint32Array | Uint8Array)[]): void {
  for (const { buffer } of arrays) if (buffer.byteLength >= LARGE) (buffer as ArrayBuffer).transfer(0);
}

/** To give back less costs more than it is worth. */
const LARGE = 2 ** 16;
