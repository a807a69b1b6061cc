/** Text in both languages of the service. `{name}` stands for a parameter. */
export interface Text {
  readonly en: string;
  readonly pt: string;
}

/** One problem type. The slug is the key of the table: it never changes and is never translated. */
export interface ProblemDeclaration {
  readonly status: number;
  readonly title: Text;
  /** Default detail; a thrower may give its own. */
  readonly detail: Text;
  /** What to do about it, shown on the page of the slug. */
  readonly help: Text;
  readonly retryable: boolean;
}

export type ProblemTable = Readonly<Record<string, ProblemDeclaration>>;

export function defineProblems<T extends ProblemTable>(table: T): T {
  return Object.freeze(table);
}

/** One of several things wrong with a request. `pointer` is an RFC 6901 JSON pointer into the body. */
export interface ProblemItem {
  readonly pointer: string;
  readonly slug: string;
  /** Told in the reader's language when it is given in both. */
  readonly detail: string | Text;
  readonly [extension: string]: unknown;
}

export interface ProblemOptions {
  readonly detail?: Text;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly errors?: readonly ProblemItem[];
  /** Further members of the problem object, e.g. `limit_bytes`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by anything that answers a request; the host's filter turns it into RFC 9457. */
export class ProblemError extends Error {
  constructor(
    readonly slug: string,
    readonly options: ProblemOptions = {},
  ) {
    super(slug);
    this.name = 'ProblemError';
  }
}
