/**
 * How a change of the contract touches a client that was written for the old one (interface description, section 9).
 * breaking: something was removed, or its type changed. dangerous: nothing was, but a client may behave otherwise.
 */
export type Severity = 'breaking' | 'dangerous' | 'compatible';

export interface Change {
  readonly severity: Severity;
  /** Where, in words of the contract: operation, answer, field. */
  readonly where: string;
  readonly what: string;
}

export const breaking = (where: string, what: string): Change => ({ severity: 'breaking', where, what });
export const dangerous = (where: string, what: string): Change => ({ severity: 'dangerous', where, what });
export const compatible = (where: string, what: string): Change => ({ severity: 'compatible', where, what });
