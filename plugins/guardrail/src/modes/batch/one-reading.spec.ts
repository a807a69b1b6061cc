import { parseJson } from '@ostiary/json';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../testing/fake-context.js';
import { checkGuardrail } from '../guardrail/prepare.js';
import { GuardrailRequest } from '../guardrail/request.js';
import { solveGuardrail } from '../guardrail/solve.js';
import { BatchRequest } from './request.js';
import { solveBatch } from './solve.js';
import { codePoint } from '../../../../../tools/testing/code-point.js';

/** Names that are members of every object, look like another name, or need quotes in CSV or in a pointer. */
const NAMES = [
  'a',
  'b',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'a b',
  'a,b',
  'a"b',
  'x~y',
  'é',
  'A',
  'length',
];
const HOSTILE = [
  'x',
  'PROD',
  ' prod ',
  'prod',
  '\ud800',
  'x\udc00y',
  '\uf8ff',
  '\uf8ff\ue000',
  '\ud800\uf8ff\udbff',
  '\u{1f600}',
  '"',
  'a,b',
  'a\nb',
  'a\r\nb',
  ' ',
  "'=1+1",
  '\ufeff',
  '\u0000',
  'null',
  'true',
  '[1]',
  '{"a":1}',
  '\u2028',
];
const POLICY = `dialect 2; default allow;
refuse (tool) when { args.a == "x" || args["constructor"] == "prod" || args["toString"] like "*prod*" };
confirm (tool) when { has args["a b"] && args["a b"] matches "[a-z]+" || args["é"] != "prod" && has args["é"] };
refuse (tool) when { (args["hasOwnProperty"] or else "") == "PROD" };
refuse (tool) when { args["a,b"] == "x" || principal.role == "PROD" || (principal.constructor or else "x") == "prod" };`;
const CATALOGUE = {
  name: 'c',
  tools: [
    {
      name: 't',
      classes: ['write'],
      args: {
        kind: 'record',
        fields: Object.fromEntries(
          NAMES.filter((name) => name !== 'A').map((name) => [
            name,
            { type: { kind: 'string', format: name.length % 2 === 1 ? 'keyword' : 'text' }, required: false },
          ]),
        ),
      },
    },
  ],
};

type Row = Readonly<Record<'arguments' | 'principal', Readonly<Record<string, unknown>>>>;

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** Returns of the three doors to one row; a door that refuses the request says so. */
async function answers(row: Row, byColumn: boolean, catalogue: object | undefined): Promise<readonly string[]> {
  const { principal } = row;
  const common = { policy: POLICY, ...(catalogue && { catalogue }) };
  const batch = async (rows: unknown): Promise<string> => {
    const request = BatchRequest.parse({ ...common, rows });
    const { rows: found } = await solveBatch(parseJson(JSON.stringify(request)) as typeof request, fakeContext());
    const [first] = found;
    return `${String(first?.answer)} ${first?.slug ?? ''}`;
  };
  const guardrail = async (): Promise<string> => {
    const read = GuardrailRequest.safeParse({
      ...common,
      action: { tool: 't', arguments: row.arguments },
      context: { principal },
    });
    if (!read.success) return 'null null';
    checkGuardrail(read.data);
    const { answer, slug } = await solveGuardrail(
      parseJson(JSON.stringify(read.data)) as typeof read.data,
      fakeContext(),
    );
    return `${answer} ${slug}`;
  };
  const table = byColumn
    ? [
        ['tool', 't'],
        ...Object.entries(row.arguments).map(([name, value]) => [columnOf('arguments', name), String(value)]),
        ...Object.entries(principal).map(([name, value]) => [columnOf('principal', name), String(value)]),
      ]
    : [
        ['tool', 't'],
        ['arguments', JSON.stringify(row.arguments)],
        ['principal', JSON.stringify(principal)],
      ];
  const lines = [0, 1].map((line) => table.map((column) => cell(column[line] ?? '')).join(','));
  return [
    await guardrail(),
    await batch([{ action: { tool: 't', arguments: row.arguments }, context: { principal } }]),
    await batch({ csv: `${lines.join('\n')}\n` }),
  ];
}

const columnOf = (root: string, name: string): string =>
  /^[a-z]+$/i.test(name) ? `${root}.${name}` : `/${root}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const object = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 4, noNullPrototype: true });
const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  fc.string({ unit: codePoint, minLength: 1, maxLength: 5 }),
);
const value = fc.oneof(text, fc.constantFrom('', null, 1, 0.5, true, ['x'], { constructor: 'x' }, [[]], {}));

describe('one reading of a call', () => {
  it.each([
    ['in a column for each argument', true, text, undefined],
    ['in a column for each argument, with a catalogue', true, text, CATALOGUE],
    ['in one column of JSON', false, value, undefined],
    ['in one column of JSON, with a catalogue', false, value, CATALOGUE],
  ] as const)(
    'rows %s are answered as JSON rows and mode guardrail answer them',
    async (_title, byColumn, of, catalogue) => {
      const row = fc.record({
        arguments: object(of),
        principal: object(of.filter((each) => typeof each === 'string')),
      });
      await fc.assert(
        fc.asyncProperty(row, async (each) => {
          const [guardrail, json, csv] = await answers(each, byColumn, catalogue);
          expect({ json, csv }).toEqual({ json: guardrail, csv: guardrail });
        }),
        { numRuns: 150 },
      );
    },
  );
});
