import type { GuardExpr, Variable } from '../../model/index.js';
import type { Comparator, Operand } from './expressions.js';

type Kind = 'string' | 'real' | 'bool';

/** Comparisons of variables with constants, and the types these give the variables. One that is compared in two ways has no type, and its guards are opaque. */
export class Compared {
  readonly #kinds = new Map<string, Kind | 'several'>();

  get variables(): readonly Variable[] {
    return [...this.#kinds].flatMap(([name, type]) => (type === 'several' ? [] : [{ name, type }]));
  }

  /** Null for a comparison of two variables, and for the order of anything but numbers. */
  readonly compare = (variable: string, op: Comparator, operand: Operand): GuardExpr | null => {
    if ('path' in operand) return null;
    const { value } = operand;
    const isEqual = op === '=' || op === '!=';
    if (typeof value !== 'number' && !isEqual) return null;
    this.see(variable, typeof value === 'number' ? 'real' : typeof value === 'string' ? 'string' : 'bool');
    if (isEqual) return { op, variable, value };
    return typeof value === 'number' ? { op, variable, value } : null;
  };

  see(variable: string, kind: Kind): void {
    const known = this.#kinds.get(variable);
    this.#kinds.set(variable, known === undefined || known === kind ? kind : 'several');
  }
}
