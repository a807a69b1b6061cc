import { words } from '../hunt/text.js';
import type { Respelling } from './respelled.js';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const TRUTH = /^(?:true|false)$/;

/** Whether a text says a number, or true or false. */
export const isOfOtherType = (word: string): boolean => NUMBER.test(word) || TRUTH.test(word);

const ofNumber = (change: (word: string) => unknown) => (word: string) => (NUMBER.test(word) ? change(word) : null);

/** A number, or true or false, as a value of another type, or as a text that is read as the same. */
export const TYPE_VARIANTS: readonly Respelling[] = [
  { label: words('as a number', 'como número'), of: ofNumber(Number) },
  { label: words('in a list', 'numa lista'), of: (word) => [word] },
  {
    label: words('as a Boolean', 'como booleano'),
    of: (word) => (TRUTH.test(word) ? word === 'true' : null),
  },
  {
    label: words('with a decimal point', 'com casas decimais'),
    of: ofNumber((word) => (word.includes('.') ? `${word}0` : `${word}.0`)),
  },
  {
    label: words('with a leading zero', 'com um zero à esquerda'),
    of: ofNumber((word) => (word.startsWith('-') ? null : `0${word}`)),
  },
  { label: words('with an exponent', 'com expoente'), of: ofNumber((word) => `${word}e0`) },
  {
    label: words('as one or zero', 'como um ou zero'),
    of: (word) => (word === 'true' ? '1' : word === 'false' ? '0' : null),
  },
];

/** An expression of the ways to write a number or a truth; null of any other word. */
export function valuesOf(word: string): string | null {
  if (TRUTH.test(word))
    return `${word === 'true' ? '[Tt][Rr][Uu][Ee]' : '[Ff][Aa][Ll][Ss][Ee]'}|${valuesOf(word === 'true' ? '1' : '0') ?? ''}`;
  const [, sign = '', whole = '', part] = /^(-?)0*(\d+)(?:\.(\d+?)0*)?$/.exec(word) ?? [];
  if (whole === '') return null;
  const digits = part === undefined || part === '0' ? '(?:\\.0*)?' : `\\.${part}0*`;
  return `${sign === '' ? '\\+?' : '-'}0*${whole}${digits}(?:[eE][-+]?0+)?`;
}
