import type { Words } from '@ostiary/guard';

/** What a class of bug is, for those who meet it for the first time. */
export interface ClassText {
  /** A few words, as the title of a check. */
  readonly name: Words;
  /** What is wrong, and why it matters. */
  readonly meaning: Words;
  /** What to do where no change of the text is suggested. */
  readonly advice: Words;
}
