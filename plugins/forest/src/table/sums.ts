/** Conditions over several features: `income - 3*debt >= 100`, `loan <= 5*income`. */
import { type Comparison, COMPARISONS, SIGN, SIGN_CHARACTERS } from './comparisons.js';
import { CellFault, shown } from './flaw.js';
import { nextDown } from './floats.js';
import { readNumber } from './number.js';
import { unquoted } from './split.js';
import type { Names } from './vocabulary.js';

export type SumComparison = Exclude<Comparison, '!='>;

/**
 * A sum that is compared with a number. Both are as they stand once all features are on the left and all numbers on the right: weights
 * and the number in float64, numbers added up in the order in which they are written.
 */
export interface SumCondition {
  readonly kind: 'sum';
  /** As it is written. */
  readonly name: string;
  readonly terms: readonly { readonly name: string; readonly weight: number }[];
  readonly op: SumComparison;
  readonly value: number;
}

/**
 * `terms` at most `most`: each weight times its value, rounded to float64, added in this order, each sum rounded to float64. A missing
 * value does not meet it.
 */
export interface SumBound {
  readonly terms: readonly { readonly column: number; readonly weight: number }[];
  readonly most: number;
}

/** A quoted name hides its signs. Each part takes what the others do not: it is read in linear time. */
const SIDE = String.raw`((?:"(?:[^"]|"")*"|[^"${SIGN_CHARACTERS}])+)`;
const SIDES = new RegExp(`^${SIDE}(${SIGN})${SIDE}$`, 'su');
const NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

interface Term {
  /** Null: a number alone. */
  readonly name: string | null;
  readonly weight: number;
  /** Whether it is a name without a factor. */
  readonly bare: boolean;
}

/**
 * Reads a comparison of sums; null where the text is none: a feature alone against a number or a word.
 * @throws CellFault for a number that there is not, and for `!=`
 */
export function readSum(text: string): SumCondition | null {
  const [, left, sign, right] = SIDES.exec(text.trim()) ?? [];
  const op = COMPARISONS[sign ?? ''];
  if (left === undefined || right === undefined || op === undefined) return null;
  const [these, those] = [termsOf(left), termsOf(right)];
  if (these === null || those === null) return null;
  const all = [...these, ...those.map((term) => ({ ...term, weight: -term.weight }))];
  const terms = all.flatMap(({ name, weight }) => (name === null ? [] : [{ name, weight }]));
  const isPlain = these.length === 1 && those.length === 1 && these[0]?.bare === true && these[0].weight === 1;
  if (terms.length === 0 || (terms.length === 1 && isPlain)) return null;
  if (op === '!=')
    throw new CellFault('sum_unequal', {
      en: `"${shown(text)}": compare a sum with <=, <, >=, > or =.`,
      pt: `"${shown(text)}": compare uma soma com <=, <, >=, > ou =.`,
    });
  const twice = terms.find(({ name }, at) => terms.findIndex((each) => each.name === name) < at);
  if (twice !== undefined)
    throw new CellFault('sum_feature_twice', {
      en: `"${shown(twice.name)}" appears twice in the sum. Write it once, with one factor.`,
      pt: `"${shown(twice.name)}" aparece duas vezes na soma. Escreva-a uma vez, com um fator.`,
    });
  const value = all.reduce((sum, { name, weight }) => (name === null ? sum - weight : sum), 0) + 0;
  if (!Number.isFinite(value))
    throw new CellFault('number_out_of_range', {
      en: `The numbers of "${shown(text)}" are too large.`,
      pt: `Os números de "${shown(text)}" são demasiado grandes.`,
    });
  return { kind: 'sum', name: text.trim(), terms, op, value };
}

/**
 * The terms of one side; null where it is no sum. Signs between terms have a space on both sides: names may have signs of their own
 * within.
 */
function termsOf(side: string): Term[] | null {
  const text = side.trim();
  const parts: { readonly sign: 1 | -1; readonly from: number; to: number }[] = [];
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') inside = !inside;
    const signed = !inside && (text[at] === '+' || text[at] === '-');
    const joins = signed && (at === 0 || (isSpace(text[at - 1]) && isSpace(text[at + 1])));
    if (at > 0 && !joins) continue;
    const last = parts.at(-1);
    if (last !== undefined) last.to = at;
    parts.push({ sign: joins && text[at] === '-' ? -1 : 1, from: joins ? at + 1 : at, to: text.length });
  }
  const terms: Term[] = [];
  for (const { sign, from, to } of parts) {
    const term = termOf(text.slice(from, to).trim());
    if (term === null) return null;
    terms.push({ ...term, weight: sign * term.weight });
  }
  return terms;
}

const isSpace = (sign: string | undefined): boolean => sign !== undefined && sign.trim() === '';

function termOf(text: string): Term | null {
  if (NUMBER.test(text)) return { name: null, weight: readNumber(text), bare: false };
  const [, factor, name = text] = /^([\d.][^*"\s]*)\s*\*\s*(.+)$/su.exec(text) ?? [];
  if (factor !== undefined && !NUMBER.test(factor)) return null;
  if (!/^"(?:[^"]|"")*"$/su.test(name) && /^[\d.+-]|["*|]/u.test(name)) return null;
  return { name: unquoted(name), weight: factor === undefined ? 1 : readNumber(factor), bare: factor === undefined };
}

/**
 * What a sum comes to as bounds: two for `=`.
 * @throws CellFault for a name that there is not, and a feature of texts
 */
export function boundsOf({ terms, op, value }: SumCondition, names: Names): SumBound[] {
  const own = terms.map(({ name, weight }) => {
    const { column, precision } = names.feature(name);
    if (precision === 'text')
      throw new CellFault('comparison_of_text', {
        en: `"${shown(name)}" is text, which cannot be part of a sum.`,
        pt: `"${shown(name)}" é texto, que não pode entrar numa soma.`,
      });
    return { column, weight };
  });
  // Rounding is the same for a sum and for its negative.
  const turned = own.map(({ column, weight }) => ({ column, weight: -weight }));
  switch (op) {
    case '<=':
      return [{ terms: own, most: value }];
    case '<':
      return [{ terms: own, most: nextDown(value, 'float64') }];
    case '>=':
      return [{ terms: turned, most: -value }];
    case '>':
      return [{ terms: turned, most: nextDown(-value, 'float64') }];
    case '=':
      return [
        { terms: own, most: value },
        { terms: turned, most: -value },
      ];
  }
}

/** Whether values (by column) meet a bound. */
export function meetsSum({ terms, most }: SumBound, values: readonly unknown[]): boolean {
  return terms.reduce((sum, { column, weight }) => sum + weight * (values[column] as number), 0) <= most;
}
