import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Expr, Span } from '../syntax/ast.js';
import type { Limits } from '../text/limits.js';

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

class BudgetExceeded extends Error {
  constructor(readonly what: 'nodes' | 'height') {
    super(what);
  }
}

/** What writing out definitions may still cost: nodes in all, and levels at any one time. */
export class Budget {
  private level = 0;
  private nodes: number;

  constructor(
    private readonly limits: Pick<Limits, 'maxNodes' | 'maxHeight'>,
    private readonly sink: DiagnosticSink,
  ) {
    this.nodes = limits.maxNodes;
  }

  /** Runs a step that writes out definitions; null, and a report at `span`, when that would grow beyond the limits. */
  keep<Result>(span: Span, step: () => Result): Result | null {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      this.level = 0;
      const { maxNodes, maxHeight } = this.limits;
      if (error.what === 'nodes') return this.sink.reject('expansion_too_large', span, { limit: String(maxNodes) });
      return this.sink.reject('chain_too_long', span, { limit: String(maxHeight) });
    }
  }

  /** Runs `visit` for one more node, one level further in. Only inside a step that is kept. */
  within<Result>(visit: () => Result): Result {
    this.spend(1);
    if (++this.level > this.limits.maxHeight * 2) throw new BudgetExceeded('height');
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
}
