/** Text in both languages of the service. `{name}` stands for a parameter. */
export interface Text {
  readonly en: string;
  readonly pt: string;
}

/** Languages of the service. */
export type Language = keyof Text;

/** One problem type. The slug is the key of the table: it never changes and is never translated. */
export interface ProblemDeclaration {
  /** HTTP status; an operation that does not list it answers with one it lists instead. */
  readonly status: number;
  /** The same for every occurrence. */
  readonly title: Text;
  /** Default detail; a thrower may give its own. */
  readonly detail: Text;
  /** What to do about it, shown on the page of the slug. */
  readonly help: Text;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
}

/** Problems by slug. */
export type ProblemTable = Readonly<Record<string, ProblemDeclaration>>;

/** Declares problems. */
export function defineProblems<T extends ProblemTable>(table: T): T {
  return Object.freeze(table);
}

/** One of several things wrong with a request: with the body, or with a parameter. */
export interface ProblemItem {
  /** Where in the body, as an RFC 6901 JSON pointer; left out when it is about a parameter. */
  readonly pointer?: string;
  /** Name of the parameter it is about. */
  readonly parameter?: string;
  /** Where the parameter stands. */
  readonly in?: 'path' | 'query' | 'header';
  readonly slug: string;
  /** Told in the reader's language when it is given in both. */
  readonly detail: string | Text;
  readonly [extension: string]: unknown;
}

/** What one occurrence of a problem adds to its declaration. */
export interface ProblemOptions {
  /** In place of the declared detail. */
  readonly detail?: Text;
  /** What stands for `{name}` in the texts. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Everything that is wrong, when it is several things or has a place. */
  readonly errors?: readonly ProblemItem[];
  /** Further members of the problem object, e.g. `limit_bytes`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Header fields of the answer, e.g. `Retry-After`. */
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
