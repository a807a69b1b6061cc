import type { Words } from '@ostiary/report';

/** What is said of one kind of rule. `{tool}`, `{check}`, `{first}`, `{second}`, `{count}` are filled in with names as code. */
export interface SubjectText {
  readonly name: Words;
  /** What it asks, and why. */
  readonly meaning: Words;
  /** What is so when it is proved: a sentence. */
  readonly holds: Words;
  /** What can happen when it is broken: a clause that follows "whether" as well. */
  readonly breaks: Words;
  readonly advice: Words;
}
