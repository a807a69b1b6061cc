import { isRawNumber } from '@ostiary/json';
import type { ProblemItem, Text } from '@ostiary/plugin-api';
import type { z } from 'zod';
import { pointer } from '../body/parse.js';
import { type KnownFields, nearest } from './known-fields.js';

type Issue = z.core.$ZodIssue;

/** One thing that is wrong with a body. */
interface BodyItem extends ProblemItem {
  readonly pointer: string;
}

/** What was checked: it tells a field that is missing from one of a wrong type. And the fields there might be. */
interface Checked {
  readonly input: unknown;
  readonly known: KnownFields;
}

/** What zod found wrong, as the entries of `errors`. */
export function problemItems(issues: readonly Issue[], input: unknown, known: KnownFields): readonly BodyItem[] {
  return issues.flatMap((issue) => itemsOf(issue, { input, known }, []));
}

function itemsOf(issue: Issue, checked: Checked, prefix: readonly PropertyKey[]): readonly BodyItem[] {
  const { input } = checked;
  const path = [...prefix, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key, at) => unknownField(path, key, at < MOST_HINTS ? checked.known.at(path) : []));
    case 'invalid_union':
      return unionItems(issue, checked, path);
    case 'invalid_type':
      return [wrongTypeOrMissing(path, valueAt(input, path), issue.expected)];
    case 'invalid_value':
      return [valueAt(input, path) === undefined ? missing(path) : oneOf(path, issue.values)];
    case 'too_small':
      return [bound(path, issue.origin, 'least', issue.minimum, issue.inclusive !== false)];
    case 'too_big':
      return [bound(path, issue.origin, 'most', issue.maximum, issue.inclusive !== false)];
    case 'not_multiple_of':
      return [
        item(path, 'out_of_range', {
          en: `Must be a multiple of ${issue.divisor}.`,
          pt: `Tem de ser múltiplo de ${issue.divisor}.`,
        }),
      ];
    case 'invalid_format':
      return [wrongFormat(path, issue.format)];
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((found) => itemsOf(found, checked, path)).map(namedIn);
    case 'custom': {
      const { pt, slug } = issue.params ?? {};
      return [item(path, String(slug ?? 'invalid_value'), { en: issue.message, pt: String(pt ?? issue.message) })];
    }
  }
}

/** Of the ways a union could be read, the one that came furthest is most likely what was meant. */
function unionItems(
  issue: z.core.$ZodIssueInvalidUnion,
  checked: Checked,
  path: readonly PropertyKey[],
): readonly BodyItem[] {
  const { input } = checked;
  if (issue.errors.length === 0) {
    return [
      valueAt(input, path) === undefined
        ? missing(path)
        : item(path, 'invalid_value', {
            en: 'Is none of the values known here.',
            pt: 'Não é nenhum dos valores aqui conhecidos.',
          }),
    ];
  }
  // A field that is not known stands in the object that is told of.
  const depth = (branch: readonly Issue[]) =>
    Math.max(...branch.map(({ code, path: at }) => at.length + (code === 'unrecognized_keys' ? 1 : 0)));
  const [best = []] = [...issue.errors].toSorted((a, b) => depth(b) - depth(a) || a.length - b.length);
  return best.flatMap((found) => itemsOf(found, checked, path));
}

/** Unknown fields that are compared with the known ones; of those after them only the number is told. */
const MOST_HINTS = 100;

/** A longer list of names is not read. */
const LISTED = 20;

/** An unknown field is most often a misspelt one: the nearest known name is told, or else all of them. */
function unknownField(path: readonly PropertyKey[], key: string, names: readonly string[]): BodyItem {
  const meant = nearest(key, names);
  const list = names.length === 0 || names.length > LISTED ? undefined : names.map((name) => `\`${name}\``).join(', ');
  const [en, pt] =
    meant !== undefined
      ? [`There is no such field; did you mean \`${meant}\`?`, `Não existe tal campo; queria dizer \`${meant}\`?`]
      : list !== undefined
        ? [`There is no such field; the fields here are ${list}.`, `Não existe tal campo; os campos aqui são ${list}.`]
        : ['There is no such field.', 'Não existe tal campo.'];
  return item([...path, key], 'unknown_field', { en, pt });
}

function item(path: readonly PropertyKey[], slug: string, detail: Text): BodyItem {
  return { pointer: pointer(path), slug, detail };
}

/** What is wrong with a name, told at the place of what it names. */
function namedIn({ pointer: place, detail }: BodyItem): BodyItem {
  const { en, pt } = typeof detail === 'string' ? { en: detail, pt: detail } : detail;
  const said = { en: `The name is not valid: ${en}`, pt: `O nome não é válido: ${pt}` };
  return { pointer: place, slug: 'invalid_value', detail: said };
}

function wrongTypeOrMissing(path: readonly PropertyKey[], value: unknown, expected: string): BodyItem {
  if (value === undefined) return missing(path);
  if (isRawNumber(value) && Number.isFinite(Number(value.rawJSON)))
    return item(path, 'invalid_value', {
      en: 'The number has more digits than this field takes.',
      pt: 'O número tem mais dígitos do que este campo aceita.',
    });
  if (isRawNumber(value))
    return item(path, 'number_too_large', {
      en: 'The number is too large to be one.',
      pt: 'O número é grande demais para o ser.',
    });
  return wrongType(path, expected);
}

function missing(path: readonly PropertyKey[]): BodyItem {
  return item(path, 'required', { en: 'Is required.', pt: 'É obrigatório.' });
}

function wrongType(path: readonly PropertyKey[], expected: string): BodyItem {
  const [en, pt] = TYPE_NAMES.get(expected) ?? [expected, expected];
  return item(path, 'invalid_type', { en: `Must be ${en}.`, pt: `Tem de ser ${pt}.` });
}

function wrongFormat(path: readonly PropertyKey[], format: string): BodyItem {
  const [en, pt] = FORMAT_NAMES.get(format) ?? ['of the form its description says', 'da forma que a sua descrição diz'];
  return item(path, 'invalid_format', { en: `Must be ${en}.`, pt: `Tem de ser ${pt}.` });
}

function oneOf(path: readonly PropertyKey[], values: readonly unknown[]): BodyItem {
  const list = values.map(String).join(', ');
  return item(path, 'invalid_value', { en: `Must be one of: ${list}.`, pt: `Tem de ser um de: ${list}.` });
}

function bound(
  path: readonly PropertyKey[],
  origin: string,
  side: 'least' | 'most',
  limit: number | bigint,
  inclusive: boolean,
): BodyItem {
  const [en, pt] = MEASURES.get(origin) ?? ['', ''];
  if (side === 'least' && inclusive && limit === 1 && en !== '')
    return item(path, 'out_of_range', { en: 'Must not be empty.', pt: 'Não pode estar vazio.' });
  const words =
    side === 'least'
      ? inclusive
        ? ['at least', 'pelo menos']
        : ['more than', 'mais de']
      : inclusive
        ? ['at most', 'no máximo']
        : ['less than', 'menos de'];
  return item(path, 'out_of_range', {
    en: `Must be ${words[0]} ${limit}${en}.`,
    pt: `Tem de ser ${words[1]} ${limit}${pt}.`,
  });
}

const TYPE_NAMES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['string', ['a string', 'texto']],
  ['number', ['a number', 'um número']],
  ['int', ['a whole number', 'um número inteiro']],
  ['boolean', ['true or false', 'true ou false']],
  ['object', ['an object', 'um objeto']],
  ['record', ['an object', 'um objeto']],
  ['array', ['an array', 'uma lista']],
  ['null', ['null', 'null']],
]);

const FORMAT_NAMES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['datetime', ['a time as in 2026-01-31T12:00:00Z', 'um instante como 2026-01-31T12:00:00Z']],
  ['date', ['a date as in 2026-01-31', 'uma data como 2026-01-31']],
  ['url', ['a URL', 'um URL']],
  ['email', ['an e-mail address', 'um endereço de e-mail']],
]);

const MEASURES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['string', [' characters long', ' caracteres']],
  ['array', [' entries long', ' entradas']],
  ['set', [' entries long', ' entradas']],
]);

/** The value at a path; undefined when the path leads nowhere. Only own properties are followed. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return value;
}
