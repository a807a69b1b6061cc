import type { Expr } from '../syntax/ast.js';

/** Names in reach of an expression: variables of quantifiers and parameters of definitions, innermost first. */
export interface Scope<Binding> {
  readonly name: string;
  readonly binding: Binding;
  readonly outer: Scope<Binding> | null;
}

/** What a name stands for; the innermost binding wins. Null when it is not bound. */
export function lookUp<Binding>(scope: Scope<Binding> | null, name: string): Binding | null {
  for (let at = scope; at; at = at.outer) {
    if (at.name === name) return at.binding;
  }
  return null;
}

/** All names that are bound, innermost first. */
export function* namesIn<Binding>(scope: Scope<Binding> | null): Generator<string> {
  for (let at = scope; at; at = at.outer) yield at.name;
}

/** An argument of a definition, read in the scope it was written in. */
export interface Closure<Binding> {
  readonly expr: Expr;
  readonly scope: Scope<Binding> | null;
}

/** Thrown when writing out definitions passes the budget; caught where a policy is checked. */
export class BudgetExceeded extends Error {
  constructor(readonly what: 'nodes' | 'height') {
    super(what);
  }
}

/** What writing out definitions may still cost: nodes in all, and levels at any one time. */
export class Budget {
  private level = 0;

  constructor(
    private nodes: number,
    private readonly maxLevel: number,
  ) {}

  /** Runs `visit` for one more node, one level further in. */
  within<Result>(visit: () => Result): Result {
    if (--this.nodes < 0) throw new BudgetExceeded('nodes');
    if (++this.level > this.maxLevel) throw new BudgetExceeded('height');
    const result = visit();
    this.level--;
    return result;
  }

  spend(nodes: number): void {
    this.nodes -= nodes;
    if (this.nodes < 0) throw new BudgetExceeded('nodes');
  }

  get isSpent(): boolean {
    return this.nodes < 0;
  }

  /** After a {@link BudgetExceeded} was caught. */
  restart(): void {
    this.level = 0;
  }
}
