/**
 * What is asked of an SMT solver and what it answers. Plain data, so that it can pass between processes as JSON.
 * `@ostiary/policy` declares the same shapes as its port; neither package imports the other, and a test there holds them together.
 */
export interface SmtScript {
  /** SMT-LIB 2.6: declarations, definitions and assertions; no `check-sat` and no options. */
  readonly text: string;
  /** Declared constants whose values are wanted in a model. */
  readonly variables: readonly SmtVariable[];
  /** Declared Boolean constants to assume; an unsat answer names a subset that is enough for it. */
  readonly assumptions?: readonly string[];
}

export interface SmtVariable {
  readonly name: string;
  readonly sort: 'Bool' | 'Int';
}

/** Integers are decimal text. */
export type SmtModel = Readonly<Record<string, boolean | string>>;

export interface SmtAnswer {
  readonly status: 'sat' | 'unsat' | 'unknown';
  /** With `sat`: a value for every variable of the script. */
  readonly model?: SmtModel;
  /** With `unsat`, when there were assumptions. */
  readonly core?: readonly string[];
  /** With `unknown`: `resource_limit`, or the solver's own words. */
  readonly reason?: string;
}

export interface SmtOptions {
  /** Steps the solver may take, as it counts them: the same script and limit give the same answer on every machine. */
  readonly rlimit: number;
}

export interface SmtSolver {
  /** Rejects with {@link SmtScriptError} when the solver cannot read the script. */
  check(script: SmtScript, options: SmtOptions): Promise<SmtAnswer>;
}

/** The script is not one the solver accepts: a bug of whoever wrote it, never an answer. */
export class SmtScriptError extends Error {
  constructor(readonly detail: string) {
    super(`the solver cannot read the script: ${detail}`);
    this.name = 'SmtScriptError';
  }
}
