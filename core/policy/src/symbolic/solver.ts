/**
 * The port to an SMT solver. `@ostiary/smt` declares the same shapes, so neither package imports the other; solver.spec.ts holds them
 * together.
 */
export interface SmtScript {
  /** SMT-LIB 2.6, logic QF_LIA: declarations, definitions and assertions; no `check-sat` and no options. */
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

/** Integers are decimal text, so that the answer can pass between processes as JSON. */
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
  check(script: SmtScript, options: SmtOptions): Promise<SmtAnswer>;
}
