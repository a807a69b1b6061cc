import * as fc from 'fast-check';
import { codePoint } from './code-point.js';

/** Texts that have broken something somewhere: NUL, half a pair, format and invisible characters, names with a meaning. */
const HOSTILE = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u200b',
  '\u202egnp.exe',
  'ﬁ\u0301',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '%00',
  '%',
  "'; drop table core.jobs; --",
  '=cmd|calc!A1',
  '\r\nSet-Cookie: a=b',
  '9'.repeat(400),
  'x'.repeat(70_000),
  '1e400',
  '-0',
  'null',
];

/** JSON texts of values that are hard for somebody; not all of them can be written by JSON.stringify. */
const HOSTILE_JSON = [
  ...HOSTILE.map((text) => JSON.stringify(text)),
  'null',
  'true',
  '-0',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '0.1',
  '[]',
  '{}',
  '[[]]',
  '{"":{"":[]}}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":2}',
  'NaN',
  '[1,]',
  `${'['.repeat(65)}${']'.repeat(65)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  JSON.stringify(Array.from({ length: 300 }, (_, index) => index)),
  JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 'v']))),
];

/** Texts that are hard for somebody, and any others. */
export const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: codePoint, maxLength: 40 }));
/** JSON texts that are hard for somebody, or no JSON at all. */
export const hostileJson = fc.oneof(
  fc.constantFrom(...HOSTILE_JSON),
  fc.json({ maxDepth: 4, stringUnit: 'binary' }),
  fc.integer({ min: -5, max: 400 }).map(String),
);

/** Every place in a JSON value that can be replaced, as the keys that lead there. */
function placesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => placesOf(member, [...path, key]))];
}

interface Change {
  /** Which of the places, counted round. */
  readonly place: number;
  readonly how: 'replace' | 'remove' | 'add' | 'rename';
  readonly name: string;
  readonly json: string;
}

/** Stands for a piece of JSON text in a value, until the value has become text. */
const MARK = '\u0001';

/** The JSON text of `value` with changes made to it. */
export function changed(value: object, changes: readonly Change[]): string {
  let root: unknown = structuredClone(value);
  const pieces: string[] = [];
  const mark = (json: string): string => `${MARK}${pieces.push(json) - 1}${MARK}`;
  for (const { place, how, name, json } of changes) {
    const places = placesOf(root);
    const path = places[place % places.length] ?? [];
    const key = path.at(-1);
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>>)[step], root) as Record<string, unknown>;
    if (key === undefined) {
      if (how === 'replace') root = mark(json);
      else if (typeof root === 'object' && root !== null) own(root, name, mark(json));
    } else if (how === 'replace') own(holder, key, mark(json));
    else if (how === 'add') own(holder, name, mark(json));
    else {
      const kept = holder[key];
      if (!Array.isArray(holder)) delete holder[key];
      if (how === 'rename') own(holder, name, kept);
    }
  }
  return JSON.stringify(root).replace(/"\\u0001(\d+)\\u0001"/g, (_, index: string) => pieces[Number(index)] ?? '');
}

/** Sets a member of its own, `__proto__` too. */
function own(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

/** One to three changes. */
export const changes = fc.array(
  fc.record<Change>({
    place: fc.nat(200),
    how: fc.constantFrom('replace', 'remove', 'add', 'rename'),
    name: hostileText,
    json: hostileJson,
  }),
  { minLength: 1, maxLength: 3 },
);
