import { CellFault, shown } from './flaw.js';

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** What people write for thousands: `1,000`, `1.000.000`, `1 000`, `1'000`, `1_000`. */
const GROUPED = /^[+-]?\d{1,3}(?:[,. '’_\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;
const COMMA = /^[+-]?\d+,\d+$/;

/** Numbers as a column holds them. */
export type Precision = 'float32' | 'float64' | 'int64';

/**
 * A number of a table: decimal, read once in the precision of its column.
 * @throws CellFault for anything else, and for what the precision has no finite number for
 */
export function readNumber(text: string, precision: Precision = 'float64'): number {
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) throw notDecimal(trimmed);
  const read = Number(trimmed);
  const value = precision === 'float32' ? Math.fround(read) : read;
  if (!Number.isFinite(value))
    throw new CellFault('number_out_of_range', {
      en: `${shown(trimmed)} is too large for a ${precision}.`,
      pt: `${shown(trimmed)} é demasiado grande para um ${precision}.`,
    });
  if (precision === 'int64' && !Number.isSafeInteger(value))
    throw new CellFault('number_not_whole', {
      en: `${shown(trimmed)} is not a whole number that can be stored exactly.`,
      pt: `${shown(trimmed)} não é um número inteiro que se possa guardar com exatidão.`,
    });
  return value;
}

function notDecimal(text: string): CellFault {
  if (GROUPED.test(text) || COMMA.test(text))
    return new CellFault('number_separator', {
      en: `${shown(text)} has a thousands separator or a decimal comma. Write digits and a decimal point.`,
      pt: `${shown(text)} tem um separador de milhares ou uma vírgula decimal. Escreva algarismos e um ponto decimal.`,
    });
  return new CellFault('number_expected', {
    en: `"${shown(text)}" is not a decimal number.`,
    pt: `"${shown(text)}" não é um número decimal.`,
  });
}

export const negative = (text: string): CellFault =>
  new CellFault('number_negative', { en: `${shown(text)} is negative.`, pt: `${shown(text)} é negativo.` });

/** A part of the whole or a number: `2%` is 0.02 of the value it is about. */
export interface Amount {
  readonly value: number;
  readonly relative: boolean;
}

/** @throws CellFault */
export function readAmount(text: string): Amount {
  const trimmed = text.trim();
  const relative = trimmed.endsWith('%');
  const value = readNumber(relative ? trimmed.slice(0, -1) : trimmed);
  if (value < 0) throw negative(trimmed);
  return { value: relative ? value / 100 : value, relative };
}
