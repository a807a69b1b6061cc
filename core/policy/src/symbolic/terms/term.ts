/**
 * Terms of linear integer arithmetic with Booleans. Made only by {@link TermFactory}, which shares equal terms, so that
 * two terms of one factory are equal exactly when they are the same object.
 */
export type Term = BoolTerm | IntTerm;

export type Variable = Extract<Term, { readonly kind: 'var' }>;

/** Something of one call, or around it, that may be open: `args.amount`, `principal.role`, `labels.session`, `history`. */
export interface Attribute {
  /** The name of the symbolic call. */
  readonly call: string;
  readonly path: string;
}

/** What a variable stands for. */
export interface About {
  readonly attribute: Attribute | null;
  /** Of a variable that allows for more than there is: what it takes the place of, for people. */
  readonly approximates: string | null;
  /** The number of a word of an unknown string. */
  readonly word: boolean;
}

export type BoolTerm =
  | { readonly sort: 'Bool'; readonly id: number; readonly kind: 'const'; readonly value: boolean }
  | (About & { readonly sort: 'Bool'; readonly id: number; readonly kind: 'var'; readonly name: string })
  | { readonly sort: 'Bool'; readonly id: number; readonly kind: 'not'; readonly of: BoolTerm }
  | { readonly sort: 'Bool'; readonly id: number; readonly kind: 'and' | 'or'; readonly of: readonly BoolTerm[] }
  /** `of` = 0, or `of` >= 0. */
  | { readonly sort: 'Bool'; readonly id: number; readonly kind: 'zero' | 'nonneg'; readonly of: IntTerm };

/** Every integer term carries bounds on its value; null is without bound. */
export type IntTerm = Bounds &
  (
    | { readonly sort: 'Int'; readonly id: number; readonly kind: 'const'; readonly value: bigint }
    | (About & { readonly sort: 'Int'; readonly id: number; readonly kind: 'var'; readonly name: string })
    /** constant + sum of factor * atom; atoms are in order of their ids, factors are not 0. */
    | {
        readonly sort: 'Int';
        readonly id: number;
        readonly kind: 'linear';
        readonly constant: bigint;
        readonly terms: readonly LinearPart[];
      }
    | {
        readonly sort: 'Int';
        readonly id: number;
        readonly kind: 'ite';
        readonly condition: BoolTerm;
        readonly then: IntTerm;
        readonly else: IntTerm;
      }
    /** Quotient rounded towards minus infinity; the divisor is positive. */
    | { readonly sort: 'Int'; readonly id: number; readonly kind: 'div'; readonly of: IntTerm; readonly by: bigint }
  );

export interface Bounds {
  readonly lo: bigint | null;
  readonly hi: bigint | null;
}

export interface LinearPart {
  readonly factor: bigint;
  readonly of: IntTerm;
}

/** Immediate parts, in a fixed order. */
export function children(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'const':
    case 'var':
      return [];
    case 'not':
    case 'zero':
    case 'nonneg':
    case 'div':
      return [term.of];
    case 'and':
    case 'or':
      return term.of;
    case 'linear':
      return term.terms.map((part) => part.of);
    case 'ite':
      return [term.condition, term.then, term.else];
  }
}

/** Every distinct term below `roots`, parts before wholes. @param isKnown of which it is left out, and what is below it alone */
export function topological(roots: readonly Term[], isKnown: (term: Term) => boolean = () => false): Term[] {
  const order: Term[] = [];
  const state = new Map<Term, 'open' | 'done'>();
  const stack = roots.filter((root) => !isKnown(root)).toReversed();
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (state.get(top) === undefined) {
      state.set(top, 'open');
      for (const child of children(top)) if (!state.has(child) && !isKnown(child)) stack.push(child);
      continue;
    }
    stack.pop();
    if (state.get(top) === 'done') continue;
    state.set(top, 'done');
    order.push(top);
  }
  return order;
}

/** Every variable below `roots`. */
export function variablesOf(roots: readonly Term[]): Variable[] {
  return topological(roots).filter((term) => term.kind === 'var');
}
