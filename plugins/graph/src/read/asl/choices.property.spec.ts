import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import { holds } from '../../replay/guards.js';
import { edges, machine, read } from './testing/machines.js';

type Json = null | boolean | number | string | { readonly [name: string]: Json };
type Rule = Readonly<Record<string, unknown>>;

/** What the language says of a comparison, in its own words; `invalid`: the path leads nowhere, and the state fails. */
function naive(rule: Rule, document: Json): boolean | 'invalid' {
  if ('Not' in rule) return negated(naive(rule['Not'] as Rule, document));
  for (const name of ['And', 'Or'])
    if (name in rule) {
      const parts = (rule[name] as readonly Rule[]).map((one) => naive(one, document));
      if (parts.includes('invalid')) return 'invalid';
      return name === 'And' ? !parts.includes(false) : parts.includes(true);
    }
  const value = at(document, rule['Variable'] as string);
  const [operator = ''] = Object.keys(rule).filter((key) => key !== 'Variable');
  if (operator === 'IsPresent') return (value !== undefined) === rule[operator];
  if (value === undefined) return 'invalid';
  const other = operator.endsWith('Path') ? at(document, rule[operator] as string) : (rule[operator] as Json);
  if (other === undefined) return 'invalid';
  const type = typeof value;
  const isTime = (one: Json): boolean => typeof one === 'string' && /^\d{4}-\d\d-\d\dT/.test(one);
  switch (operator) {
    case 'IsNull':
      return (value === null) === other;
    case 'IsNumeric':
      return (type === 'number') === other;
    case 'IsString':
      return (type === 'string') === other;
    case 'IsBoolean':
      return (type === 'boolean') === other;
    case 'IsTimestamp':
      return isTime(value) === other;
    case 'StringMatches':
      return typeof value === 'string' && glob(value, (other as string).split(''));
  }
  const [, kind = '', comparison = ''] = /^(String|Numeric|Boolean|Timestamp)(.*?)(?:Path)?$/.exec(operator) ?? [];
  if (kind === 'Timestamp')
    return (
      isTime(value) && isTime(other) && ordered(comparison, Date.parse(value as string), Date.parse(other as string))
    );
  const wanted = { String: 'string', Numeric: 'number', Boolean: 'boolean' }[kind];
  return type === wanted && typeof other === wanted && ordered(comparison, value as string, other as string);
}

const negated = (truth: boolean | 'invalid'): boolean | 'invalid' => (truth === 'invalid' ? truth : !truth);
const at = (document: Json, path: string): Json | undefined =>
  path
    .split('.')
    .slice(1)
    .reduce<Json | undefined>(
      (here, step) => (typeof here === 'object' && here !== null ? here[step] : undefined),
      document,
    );
function ordered(comparison: string, left: string | number, right: string | number): boolean {
  if (comparison === 'Equals') return left === right;
  if (left === right) return comparison.endsWith('Equals');
  return comparison.startsWith('Less') === left < right;
}
function glob(text: string, pattern: readonly string[]): boolean {
  const [first, second = ''] = pattern;
  if (first === undefined) return text === '';
  if (first === '*')
    return Array.from({ length: text.length + 1 }, (_, from) => text.slice(from)).some((rest) =>
      glob(rest, pattern.slice(1)),
    );
  const literal = first === '\\' ? second : first;
  return text.startsWith(literal) && glob(text.slice(1), pattern.slice(first === '\\' ? 2 : 1));
}

const TIMES = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', '2026-06-01T00:00:00.5Z', '2027-01-01T00:00:00Z'];
const path = fc.constantFrom('$.a', '$.b', '$.o', '$.o.c');
const texts = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 4 });
const ORDERS = ['Equals', 'LessThan', 'LessThanEquals', 'GreaterThan', 'GreaterThanEquals'];
const one = (name: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>): fc.Arbitrary<Rule> =>
  fc.record({ Variable: path, name, value }).map((all) => ({ Variable: all.Variable, [all.name]: all.value }));
const order = (prefix: string): fc.Arbitrary<string> => fc.constantFrom(...ORDERS).map((name) => prefix + name);
const atom = fc.oneof(
  one(fc.constantFrom('IsPresent', 'IsNull', 'IsNumeric', 'IsString', 'IsBoolean', 'IsTimestamp'), fc.boolean()),
  one(fc.constant('BooleanEquals'), fc.boolean()),
  one(order('Numeric'), fc.integer({ min: 0, max: 3 })),
  one(order('String'), texts),
  one(order('Timestamp'), fc.constantFrom(...TIMES)),
  one(
    fc.constant('StringMatches'),
    fc.array(fc.constantFrom('a', 'b', '*', '.', '\\*'), { maxLength: 5 }).map((all) => all.join('')),
  ),
  one(
    fc
      .oneof(order('Numeric'), order('Timestamp'), fc.constantFrom('BooleanEquals', 'StringEquals'))
      .map((name) => `${name}Path`),
    path,
  ),
);
const rule = fc.letrec<{ readonly rule: Rule }>((tie) => ({
  rule: fc.oneof(
    { weight: 3, arbitrary: atom },
    { weight: 1, arbitrary: fc.record({ Not: tie('rule') }) },
    { weight: 1, arbitrary: fc.record({ And: fc.array(tie('rule'), { minLength: 1, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ Or: fc.array(tie('rule'), { minLength: 1, maxLength: 3 }) }) },
  ),
})).rule;
const leaf: fc.Arbitrary<Json> = fc.oneof(
  texts,
  fc.constantFrom(...TIMES),
  fc.integer({ min: -1, max: 4 }),
  fc.boolean(),
  fc.constant(null),
);
const document = fc.record(
  { a: leaf, b: leaf, o: fc.oneof(leaf, fc.record({ c: leaf }, { requiredKeys: [] })) },
  { requiredKeys: [] },
) as fc.Arbitrary<Json>;

const typeOf = (value: Json | undefined): string => {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (typeof value === 'object') return 'other';
  return TIMES.includes(String(value)) ? 'timestamp' : typeof value;
};

function atoms(of: Rule): readonly Rule[] {
  if ('Not' in of) return atoms(of['Not'] as Rule);
  const parts = (of['And'] ?? of['Or']) as readonly Rule[] | undefined;
  return parts ? parts.flatMap(atoms) : [of];
}

describe('conditions of a Choice', () => {
  it('hold of just the data of which the language says so, and every text has one that stands for it', () => {
    let decided = 0;
    fc.assert(
      fc.property(rule, document, (asked, data) => {
        const expected = naive(asked, data);
        const { graph } = read(
          machine('c', { c: { Type: 'Choice', Choices: [{ ...asked, Next: 'e' }] }, e: { Type: 'Succeed' } }),
        );
        const guard = edges({ graph } as ReturnType<typeof read>)[0]?.guard;
        const variables = new Map(graph.variables?.map((each) => [each.name, each]));
        if (expected === 'invalid' || !guard || !('expr' in guard)) return;
        const valueOf = (name: string): string | number | boolean | undefined => {
          const variable = variables.get(name);
          const [, own = '', as] = /^(.*?)(?:\.#(\w+))?$/.exec(name) ?? [];
          const value = at(data, own);
          if (as === 'type') return typeOf(value);
          if (variable?.type === 'bool') return value === true;
          if (variable?.type === 'real')
            return typeof value === 'string' ? Date.parse(value) || 0 : typeof value === 'number' ? value : 0;
          if (variable?.type !== 'string' || !variable.values)
            return typeof value === 'string' ? value : '\u0001 no text';
          const questions = atoms(asked).filter((each) => each['Variable'] === own);
          const answers = (of: Json): string =>
            JSON.stringify(
              questions
                .filter((each) => Object.keys(each).some((key) => key.startsWith('String')))
                .map((each) => naive({ ...each, Variable: '$.t' }, { t: of })),
            );
          const stand = variable.values.find((each) => answers(each) === answers(value ?? null));
          if (stand === undefined && typeof value === 'string') throw new Error(`no text stands for ${value}`);
          return stand ?? variable.values[0];
        };
        const truth = holds(guard.expr, valueOf);
        if (truth === null) return;
        decided += 1;
        expect(truth).toBe(expected);
      }),
      { numRuns: runs(1_500) },
    );
    expect(decided).toBeGreaterThan(300);
  });
});
