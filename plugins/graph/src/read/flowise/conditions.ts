import type { Guard, GuardExpr, Variable } from '../../model/index.js';
import { Compared } from '../source/compared.js';
import type { Comparator } from '../source/expressions.js';
import { entriesOf, member, textMember } from '../source/tree.js';
import { listIn, plainText, VARIABLE } from './tools.js';

const ORDERS: ReadonlyMap<string, Comparator> = new Map([
  ['equal', '='],
  ['notEqual', '!='],
  ['larger', '>'],
  ['largerEqual', '>='],
  ['smaller', '<'],
  ['smallerEqual', '<='],
]);

const PIECES: ReadonlyMap<string, (text: string) => readonly string[]> = new Map([
  ['equal', (text) => [text]],
  ['contains', (text) => ['', text, '']],
  ['startsWith', (text) => [text, '']],
  ['endsWith', (text) => ['', text]],
]);

/**
 * What the conditions of a flow compare (the Condition node of Flowise): a text without its markup, a number. They are read where a variable that the graph writes is compared with a constant.
 */
export class Conditions {
  readonly #compared = new Compared();

  /** @param isFollowed whether all that changes a variable is in the graph */
  constructor(private readonly isFollowed: (variable: string) => boolean) {}

  /** To be asked when all conditions are read. */
  variables(): readonly Variable[] {
    return this.#compared.variables();
  }

  /** The conditions of a block, in their order. */
  guards(inputs: unknown): readonly Guard[] {
    return listIn(member(inputs, 'conditions')).map((condition) => {
      const text = inWords(condition);
      const expr = this.#read(condition);
      return expr ? { expr, text } : { opaque: text };
    });
  }

  #read(condition: unknown): GuardExpr | null {
    const left = textMember(condition, 'value1');
    const [, variable] = VARIABLE.exec(plainText(left ?? '')) ?? [];
    const operation = textMember(condition, 'operation') ?? '';
    if (variable === undefined || !this.isFollowed(variable)) return null;
    switch (textMember(condition, 'type') ?? 'string') {
      case 'number':
        return this.#number(variable, operation, member(condition, 'value2'));
      case 'string':
        return this.#text(variable, operation, member(condition, 'value2'));
      default:
        return null;
    }
  }

  /** What is no number is 0. */
  #number(variable: string, operation: string, right: unknown): GuardExpr | null {
    const op = ORDERS.get(operation);
    const text = typeof right === 'number' ? String(right) : typeof right === 'string' ? plainText(right) : undefined;
    if (!op || text === undefined || !/^-?\d+(?:\.\d+)?$/.test(text)) return null;
    return this.#compared.compare(variable, op, { value: Number(text) });
  }

  #text(variable: string, operation: string, right: unknown): GuardExpr | null {
    const negated = operation === 'notEqual' || operation === 'notContains' || operation === 'notEmpty';
    const positive = negated ? operation.replace(/^not(.)/, (_, first: string) => first.toLowerCase()) : operation;
    const isEmpty = positive === 'isEmpty' || positive === 'empty';
    const text = isEmpty ? '' : typeof right === 'string' ? plainText(right) : undefined;
    // Marks of Markdown are taken away from both sides: a constant with any would be another text.
    if (text === undefined || !/^(?:[\p{L}\d](?:[\p{L}\d ,:;@/]|[.-](?=[\p{L}\d]))*)?$/u.test(text)) return null;
    const pieces = isEmpty ? [''] : PIECES.get(positive)?.(text);
    const said = pieces && this.#compared.text(variable, { pieces });
    if (!said) return null;
    return negated ? { op: 'not', of: said } : said;
  }
}

function inWords(condition: unknown): string {
  const parts = ['value1', 'operation', 'value2'].map((name) => member(condition, name));
  const words = parts.map((part) =>
    typeof part === 'string' ? plainText(part) : part === undefined ? '' : JSON.stringify(part),
  );
  return words.filter((word) => word !== '').join(' ') || 'no condition';
}

/** The parts of the state of a flow that a block writes, beside its own output. */
export function stateWrittenBy(inputs: unknown): readonly string[] {
  return entriesOf(inputs)
    .filter(([name]) => name.endsWith('UpdateState'))
    .flatMap(([, updates]) => {
      const keys = listIn(updates).map((one) => textMember(one, 'key'));
      return updates === undefined || updates === '' || updates === null
        ? []
        : keys.length > 0 && keys.every((key) => key !== undefined && key !== '')
          ? keys.map((key) => `$flow.state.${key ?? ''}`)
          : ['$flow.state'];
    });
}
