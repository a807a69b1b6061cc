import type { Guard, GuardExpr, Variable } from '../../model/index.js';
import { readExpression } from '../source/expressions.js';
import { shown } from '../source/problems.js';

type Kind = 'string' | 'real' | 'bool';

/** Conditions in Power Fx, and the types of the variables they look at. */
export class Formulas {
  readonly #kinds = new Map<string, Kind | 'several'>();

  get variables(): readonly Variable[] {
    return [...this.#kinds].flatMap(([name, type]) => (type === 'several' ? [] : [{ name, type }]));
  }

  /** Comparisons of variables with constants, joined by `&&`, `||` and `Not`, are decided; what calls a function or computes is not. */
  guard(condition: unknown): Guard {
    if (typeof condition !== 'string') return { opaque: shown(JSON.stringify(condition) ?? 'no condition') };
    const text = shown(condition.replace(/^\s*=\s*/, ''));
    const expr = condition.trimStart().startsWith('=') ? this.#read(condition.trimStart().slice(1)) : null;
    return expr ? { expr, text } : { opaque: text };
  }

  #read(formula: string): GuardExpr | null {
    const plain = withCommonSigns(formula);
    return plain === null
      ? null
      : readExpression(plain, (variable, op, operand) => {
          if ('path' in operand) return null;
          const { value } = operand;
          const isEqual = op === '=' || op === '!=';
          if (typeof value !== 'number' && !isEqual) return null;
          this.#see(variable, typeof value === 'number' ? 'real' : typeof value === 'string' ? 'string' : 'bool');
          if (isEqual) return { op, variable, value };
          return typeof value === 'number' ? { op, variable, value } : null;
        });
  }

  #see(variable: string, kind: Kind): void {
    const known = this.#kinds.get(variable);
    this.#kinds.set(variable, known === undefined || known === kind ? kind : 'several');
  }
}

const QUOTED = /"[^"]*"/g;
const WORDS: ReadonlyMap<string, string> = new Map([
  ['and', 'and'],
  ['or', 'or'],
  ['not', 'not'],
  ['true', 'true'],
  ['false', 'false'],
]);

/**
 * A formula in the signs that most formats share. Null of what means something else there: a name in single quotes, `""` inside a text, `!` behind a
 * name, which takes a field.
 */
function withCommonSigns(formula: string): string | null {
  const texts: string[] = [];
  const outside = formula.replaceAll(QUOTED, (text) => {
    texts.push(text);
    return `\u0001${texts.length - 1}\u0001`;
  });
  if (/['"]|\u0001\u0001|==|!=|[\w)]\s*!/.test(outside)) return null;
  const plain = outside
    .replaceAll('<>', '!=')
    .replaceAll(/(?<![\w.])[A-Za-z]+(?![\w.])/g, (word) => WORDS.get(word.toLowerCase()) ?? word);
  return plain.replaceAll(/\u0001(\d+)\u0001/g, (_, at: string) => texts[Number(at)] ?? '');
}

/** The variable that a value is, where it is nothing else: `=Local.Order.id`. */
export function variableOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\s*=\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)\s*$/.exec(value)?.[1] : undefined;
}

/** Whether a value is computed. */
export const isFormula = (value: unknown): boolean => typeof value === 'string' && value.trimStart().startsWith('=');
