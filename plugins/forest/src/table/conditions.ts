import { type Comparison, COMPARISONS, SIGN, SIGN_CHARACTERS } from './comparisons.js';
import { CellFault, shown } from './flaw.js';
import { split, unquoted } from './split.js';
import { readSum, type SumCondition } from './sums.js';
import type { Names } from './vocabulary.js';

/** A condition as it is written. Values are texts: what they are is known when the feature is. */
export type Condition =
  | { readonly kind: 'compare'; readonly name: string; readonly op: Comparison; readonly value: string }
  | { readonly kind: 'among'; readonly name: string; readonly values: readonly string[]; readonly not: boolean }
  | { readonly kind: 'missing'; readonly name: string; readonly is: boolean }
  | SumCondition;

/** `label = 1` of records asks the model, not the record. */
export const LABEL = 'label';

/** What `where` says: a region, or records, and which of them. */
export interface Where {
  readonly records: boolean;
  readonly conditions: readonly Condition[];
}

/** A name, quoted or up to what follows it. Neither part repeats what the other takes: it is read in linear time. */
const NAME = String.raw`("(?:[^"]|"")*"|[^"${SIGN_CHARACTERS}]+?)`;
const COMPARE = new RegExp(String.raw`^${NAME}\s*(${SIGN})\s*(.+)$`, 'su');
const AMONG = new RegExp(String.raw`^${NAME}\s+(not\s+in|in)\s+(.+)$`, 'siu');
const MISSING = new RegExp(String.raw`^${NAME}\s+is\s+(not\s+)?missing$`, 'siu');

/** Characters of a condition: far beyond what anybody writes, and what the patterns are asked about is bounded. */
const LONGEST = 4_000;

/**
 * Reads `feature op value; ...`: the parts are joined by "and".
 * @throws CellFault
 */
export function readConditions(text: string, names: Names): Condition[] {
  return split(text, ';').map((part) => readCondition(part, names));
}

/**
 * Reads a region, or `@records`, or `@records where ...`.
 * @throws CellFault
 */
export function readWhere(text: string, names: Names): Where {
  const trimmed = text.trim();
  const records = /^@records\b/i.exec(trimmed);
  if (records === null) return { records: false, conditions: readConditions(trimmed, names) };
  const rest = trimmed.slice(records[0].length).trim();
  const where = /^(?:where\b|;)/i.exec(rest);
  if (rest !== '' && where === null)
    throw new CellFault('condition_expected', {
      en: `After "@records" write "where" or nothing, not "${shown(rest)}".`,
      pt: `Depois de "@records" escreva "where" ou nada, e não "${shown(rest)}".`,
    });
  return { records: true, conditions: readConditions(rest.slice(where?.[0].length ?? 0), names) };
}

function readCondition(text: string, names: Names): Condition {
  const read = text.length > LONGEST ? null : (missing(text) ?? sum(text, names) ?? compare(text) ?? among(text));
  if (read !== null) return read;
  throw new CellFault('condition_unreadable', {
    en: `"${shown(text)}" is not a condition. Write a feature, an operator and a value, as in "age>=18", "purpose in car|education" or "savings is missing".`,
    pt: `"${shown(text)}" não é uma condição. Escreva uma característica, um operador e um valor, como em "age>=18", "purpose in car|education" ou "savings is missing".`,
  });
}

function missing(text: string): Condition | null {
  const [, name, not] = MISSING.exec(text) ?? [];
  return name === undefined ? null : { kind: 'missing', name: unquoted(name), is: not === undefined };
}

/** What joins features: a sign between spaces, or a factor. */
const JOINED = /\s[+-]\s|\*/u;

/** A feature whose whole name is on the left goes before a sum that could be read in it; a word that is no feature is a value, if a wrong one. */
function sum(text: string, names: Names): Condition | null {
  const plain = compare(text) ?? among(text);
  if (plain?.kind === 'among') return null;
  if (plain?.kind === 'compare') {
    if (plain.name === LABEL || names.find(plain.name)?.precision === 'text') return null;
    const joined = JOINED.test(names.find(plain.name) === undefined ? text : plain.value);
    if (!joined && names.find(plain.value) === undefined) return null;
  }
  return readSum(text);
}

function compare(text: string): Condition | null {
  const [, name, sign, value] = COMPARE.exec(text) ?? [];
  const op = COMPARISONS[sign ?? ''];
  if (name === undefined || op === undefined || value === undefined || name.trim() === '') return null;
  const values = split(value, '|');
  if (values.length < 2) return { kind: 'compare', name: unquoted(name), op, value: unquoted(value) };
  if (op !== '=' && op !== '!=') return null;
  return { kind: 'among', name: unquoted(name), values: values.map(unquoted), not: op === '!=' };
}

function among(text: string): Condition | null {
  const [, name, word, value] = AMONG.exec(text) ?? [];
  if (name === undefined || value === undefined) return null;
  const values = split(value, '|').map(unquoted);
  return { kind: 'among', name: unquoted(name), values, not: /^not/i.test(word ?? '') };
}
