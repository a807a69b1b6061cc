/**
 * The port to an SMT solver: what the analyses ask of one, declared here alone. Plain data, so that it can pass between processes as
 * JSON. `@ostiary/smt` implements it with z3.
 * See docs/adr/0035.
 */
export interface SmtSolver {
  /** An empty context. Contexts of one solver know nothing of one another. */
  open(): SmtContext;
}

/** What has been said so far, and kept: a question that shares its terms with earlier ones pays only for what is new. */
export interface SmtContext {
  /** Adds the text of `step` and checks all that was added so far. Rejects when the solver cannot read the text. */
  check(step: SmtStep, options: SmtOptions): Promise<SmtAnswer>;
  /** Forgets the context. Nothing may be asked of it afterwards. */
  close(): void;
}

export interface SmtStep {
  /** SMT-LIB 2.6, logic QF_LIA: declarations, definitions and assertions, added to those before; no `check-sat` and no options. */
  readonly text: string;
  /** Declared constants whose values are wanted in a model. */
  readonly variables: readonly SmtVariable[];
  /** Declared Boolean constants that are assumed for this check only; an unsat answer names a subset that is enough for it. */
  readonly assumptions: readonly string[];
}

export interface SmtVariable {
  readonly name: string;
  readonly sort: 'Bool' | 'Int';
}

/** Integers are decimal text. */
export type SmtModel = Readonly<Record<string, boolean | string>>;

export type SmtAnswer =
  /** A value for every variable asked for. */
  | { readonly status: 'sat'; readonly model: SmtModel }
  | { readonly status: 'unsat'; readonly core: readonly string[] }
  /** `resource_limit`, or the solver's own words. */
  | { readonly status: 'unknown'; readonly reason: string };

export interface SmtOptions {
  /** Steps the solver may take in this check, as it counts them: the same questions in the same order get the same answers on every machine. */
  readonly rlimit: number;
}
