/**
 * Keeps what questions were answered, as JSON, by a key of all that the answer depends on. What it has forgotten is asked again: it
 * changes how long a hunt takes and nothing of its report.
 */
export interface AnswerCache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}
