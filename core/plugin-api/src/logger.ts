/** Structured log: fields, then one sentence that is always the same. No bodies, no keys, nothing a customer wrote. */
export interface Logger {
  /** What an operator may want to know. */
  info(fields: object, message: string): void;
  /** What went wrong and was mended, or will be tried again. */
  warn(fields: object, message: string): void;
  /** What somebody has to look at; give the error as `err`. */
  error(fields: object, message: string): void;
}
