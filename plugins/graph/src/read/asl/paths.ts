/** Where the run's data is: the state's document, or a variable of the workflow. */
export const DOCUMENT = '$';

const STEP = /\.([A-Za-z_][\w-]*)|\[(\d+)\]|\['([^'.\\#]+)'\]|\["([^".\\#]+)"\]/y;

/**
 * The variable that a reference path of JSONPath names: `$.a[0]['b']` is `$.a.0.b`, `$order.id` of a workflow variable stays. Null: a filter, a wildcard, a
 * function, or what changes from state to state (`$$`, but for `$$.Execution`).
 */
export function variableOf(path: string): string | null {
  const root = /^\$(?:\$|[A-Za-z_]\w*)?/.exec(path)?.[0];
  if (root === undefined || (root === '$$' && !/^\$\$\.Execution\b/.test(path))) return null;
  let name = root;
  for (let at = root.length; at < path.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const step = STEP.exec(path);
    if (!step) return null;
    name += `.${step.slice(1).find((part) => part !== undefined) ?? ''}`;
  }
  return name;
}

/** Whether a write of one is a write of the other, or of a part of it. */
function overlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

/** A path that begins at another one's end: `$.order` and `$.id` are `$.order.id`. */
export const below = (outer: string, path: string): string => outer + path.slice(DOCUMENT.length);

/** Whether a path is in the document, and not a workflow variable or the context. */
export const isInDocument = (path: string): boolean => path === DOCUMENT || path.startsWith(`${DOCUMENT}.`);

/**
 * Names of the model for paths. Every branch of a Parallel state and every item of a Map has a document of its own. What a branch only reads is the
 * same value as outside, and has one name; what it also writes has a name of its own there.
 */
export class Scope {
  constructor(
    private readonly prefix = '',
    private readonly outer: Scope | null = null,
    /** Whether what it begins with is the document outside. */
    private readonly same = false,
    /** Paths of the document that something in this scope writes. */
    private readonly written: readonly string[] = [],
  ) {}

  /** The names for what is read before anything is written here. */
  get given(): Scope {
    return this.outer && this.same ? this.outer : this;
  }

  name(path: string): string {
    if (!isInDocument(path)) return path;
    if (this.outer && !this.written.some((each) => overlap(each, path))) return this.outer.name(path);
    return this.prefix + path;
  }
}
