import type { Guard, Variable } from '../../model/index.js';
import { Compared } from '../source/compared.js';
import { readExpression } from '../source/expressions.js';
import { shown } from '../source/problems.js';

/** Conditions in Power Fx, and the variables they look at. */
export class Formulas {
  readonly #compared = new Compared();

  variables(): readonly Variable[] {
    return this.#compared.variables();
  }

  /** Comparisons of variables with constants, joined by `&&`, `||` and `Not`, are decided; what calls a function or computes is not. */
  guard(condition: unknown): Guard {
    if (typeof condition !== 'string') return { opaque: shown(JSON.stringify(condition) ?? 'no condition') };
    const text = shown(condition.replace(/^\s*=\s*/, ''));
    const formula = condition.trimStart().startsWith('=') ? withCommonSigns(condition.trimStart().slice(1)) : null;
    const expr = formula === null ? null : readExpression(formula, this.#compared.compare);
    return expr ? { expr, text } : { opaque: text };
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
