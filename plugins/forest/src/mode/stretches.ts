/** Some of the questions, or records, of a job, by their places. */
export interface Stretch {
  readonly from: number;
  /** Behind the last. */
  readonly to: number;
}

/** Parts of a job, at most: each reads the model and the records anew. */
export const PARTS = 32;

/**
 * Cuts what a job asks into parts for whatever workers are free: the same each time.
 * @param least that a part has, but for the last
 */
export function stretchesOf(total: number, least: number): Stretch[] {
  const size = Math.max(least, Math.ceil(total / PARTS));
  return Array.from({ length: Math.ceil(total / size) }, (_, at) => ({
    from: at * size,
    to: Math.min(total, (at + 1) * size),
  }));
}
