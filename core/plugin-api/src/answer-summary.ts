/** What a list of jobs shows of an answer. Each text has at most 256 characters, each list at most 8 entries. */
export interface AnswerSummary {
  /** The answer in a word of the mode's, e.g. `allow`; null where there is no single one. */
  readonly answer: string | null;
  /** Why, as a word that never changes. */
  readonly slug?: string;
  /** The tool the answer is about. */
  readonly tool?: string;
  /** Ids of the rules that decided. */
  readonly rules?: readonly string[];
  /** Where there is no single answer: how many there are of each kind. */
  readonly counts?: Readonly<Record<string, number>>;
}
