import type { GuardExpr, Variable } from '../../model/index.js';
import type { Comparator, Operand } from './expressions.js';
import { textClasses, type TextQuestion } from './text-classes.js';

type Kind = 'string' | 'real' | 'bool';

/** What is asked of the text of one variable. */
interface Asked {
  readonly question: TextQuestion;
  /** Filled by {@link Compared.variables}: the texts that stand for those of which the answer is yes. Absent: the guard says the question itself. */
  readonly values?: string[];
}

/**
 * Comparisons of variables, and the types these give the variables. One that is compared in two ways has no type, and its guards are opaque; so has one of whose text more is
 * asked than can be told apart.
 *
 * What a guard cannot say of a text (how it begins or ends, how it is ordered, without its case) is said by listing the texts that guards tell apart: `values`
 * of the variable holds one of each kind. INVARIANT: such a guard is whole only when {@link variables} was asked.
 */
export class Compared {
  readonly #kinds = new Map<string, Kind | 'several'>();
  readonly #asked = new Map<string, Asked[]>();
  readonly #beside = new Set<string>();

  /** To be asked when all guards are made. */
  variables(): readonly Variable[] {
    return [...this.#kinds].flatMap(([name, type]): readonly Variable[] => {
      if (type === 'several') return [];
      const asked = this.#asked.get(name) ?? [];
      if (type !== 'string' || asked.every(({ values }) => values === undefined)) return [{ name, type }];
      const classes = this.#beside.has(name) ? null : textClasses(asked.map(({ question }) => question));
      if (!classes) {
        for (const { values } of asked) values?.splice(0, Infinity, '');
        return [];
      }
      for (const [at, { values }] of asked.entries())
        values?.splice(0, Infinity, ...classes.flatMap(({ witness, holds }) => (holds[at] ? [witness] : [])));
      return [{ name, type, values: classes.map(({ witness }) => witness) }];
    });
  }

  /** Null for a comparison of two variables, and for the order of anything but numbers. */
  readonly compare = (variable: string, op: Comparator, operand: Operand): GuardExpr | null => {
    if ('path' in operand) return null;
    const { value } = operand;
    const isEqual = op === '=' || op === '!=';
    if (typeof value !== 'number' && !isEqual) return null;
    if (typeof value === 'string') {
      this.text(variable, { pieces: [value] });
      return { op: isEqual ? op : '=', variable, value };
    }
    this.see(variable, typeof value === 'number' ? 'real' : 'bool');
    if (isEqual) return { op, variable, value };
    return typeof value === 'number' ? { op, variable, value } : null;
  };

  /** A question about a text, as a guard. Null: no text at all is before the empty one. */
  text(variable: string, question: TextQuestion): GuardExpr | null {
    if ('order' in question && question.order === '<' && question.than === '') return null;
    this.see(variable, 'string');
    const asked = this.#asked.get(variable) ?? [];
    this.#asked.set(variable, asked);
    const said = plainly(variable, question);
    if (said) {
      asked.push({ question });
      return said;
    }
    const values: string[] = [];
    asked.push({ question, values });
    return { op: 'in', variable, values };
  }

  /** Two variables of one kind; only numbers have an order. */
  other(variable: string, op: Comparator, other: string, kind: Kind): GuardExpr | null {
    if (kind !== 'real' && op !== '=' && op !== '!=') return null;
    for (const name of [variable, other]) {
      this.see(name, kind);
      this.#beside.add(name);
    }
    return { op, variable, other };
  }

  see(variable: string, kind: Kind): void {
    const known = this.#kinds.get(variable);
    this.#kinds.set(variable, known === undefined || known === kind ? kind : 'several');
  }
}

/** The question in a guard of its own; undefined: none says it. */
function plainly(variable: string, question: TextQuestion): GuardExpr | undefined {
  if ('order' in question || question.folded) return undefined;
  const [first = '', second, third] = question.pieces;
  if (second === undefined) return { op: '=', variable, value: first };
  if (question.pieces.length === 3 && first === '' && third === '' && second !== '')
    return { op: 'contains', variable, value: second };
  return undefined;
}
