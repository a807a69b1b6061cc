/** What the command ends with, for scripts. */
export const EXIT = {
  passed: 0,
  /** Findings, tests that failed, files not in their layout, a gate that failed. */
  findings: 1,
  /** The command was not called as it can be, or a file cannot be read. */
  usage: 2,
  /** A defect of the command, or the service it asked did not answer. */
  service: 3,
  /** The answer depends on what was not said, or something was not decided. */
  incomplete: 4,
  /** A policy, or the catalogue beside it, does not read. */
  unread: 5,
  /** `decide --exit-code`. */
  allow: 0,
  confirm: 10,
  refuse: 11,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
