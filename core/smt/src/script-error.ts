/** The script is not one the solver accepts: a bug of whoever wrote it, never an answer. */
export class SmtScriptError extends Error {
  constructor(readonly detail: string) {
    super(`the solver cannot read the script: ${detail}`);
    this.name = 'SmtScriptError';
  }
}
