import type { Type } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@ostiary/plugin-api';
import type { Candidate } from './candidate.js';
import { csvRow, type TypeOf } from './csv-rows.js';
import { candidateOf } from './json-rows.js';
import { unitsOfBatch } from './prepare.js';
import { BatchRequest, MAX_ROWS } from './request.js';
import type { DefaultsInput } from '@ostiary/guard/request';
import { shapeOf } from './table.js';
import { readHeader } from '../../csv/columns.js';

const types: Readonly<Record<string, Type>> = {
  'args.amount': { kind: 'money' },
  'args.n': { kind: 'int' },
  'args.tags': { kind: 'list', of: { kind: 'string', format: 'text' } },
  'args.flag': { kind: 'bool' },
};
const typeOf: TypeOf = (_tool, root, path) => types[[root, ...path].join('.')] ?? null;

function fromCsv(header: string, line: string, defaults?: DefaultsInput): Candidate {
  const { targets } = readHeader(header.split(','), new Map());
  return csvRow({ cells: line.split('|'), line: 7 }, 3, targets, typeOf, defaults);
}

const noFiles = () => Promise.reject(new Error('no files here'));

describe('rows of JSON', () => {
  const defaults: DefaultsInput = {
    action: { tool: 'refund', arguments: { reason: 'late', amount: '1 EUR' } },
    context: { principal: { id: 'u', role: 'agent' }, now: '2026-01-01T00:00:00Z', session: { history: [] } },
  };

  it('are laid over the defaults, by name', () => {
    expect(
      candidateOf(
        {
          custom_id: 'a',
          action: { arguments: { amount: '2 EUR' } },
          context: { principal: { role: 'lead' } },
          expected: 'allow',
        },
        1,
        defaults,
      ),
    ).toEqual({
      ok: true,
      row: 1,
      customId: 'a',
      expected: 'allow',
      full: {
        tool: 'refund',
        arguments: { reason: 'late', amount: '2 EUR' },
        context: { principal: { id: 'u', role: 'lead' }, now: '2026-01-01T00:00:00Z', session: { history: [] } },
      },
    });
  });

  it('share the context of the defaults when they have none', () => {
    const candidate = candidateOf({}, 1, defaults);
    expect(candidate.ok && candidate.full.context).toBe(defaults.context);
  });

  it.each([
    [null, ''],
    [[], ''],
    ['x', ''],
    [{ acton: {} }, ''],
    [{ action: { tool: 5 } }, '/action/tool'],
    [{ action: { tool: 't', arguments: [] } }, '/action/arguments'],
    [{ action: {} }, '/action/tool'],
    [{ action: { tool: 't' }, expected: 'deny' }, '/expected'],
    [{ action: { tool: 't' }, context: { confirmation: {} } }, '/context'],
    [JSON.parse('{"action":{"tool":"t","arguments":{"__proto__":1}}}') as unknown, '/action/arguments/__proto__'],
  ])('%j is an error at %s', (value, pointer) => {
    expect(candidateOf(value, 9, undefined)).toMatchObject({ ok: false, row: 9, pointer });
  });

  it('keep their name when they are wrong', () => {
    expect(candidateOf({ custom_id: 'a', action: 5 }, 1, undefined)).toMatchObject({ ok: false, customId: 'a' });
  });
});

describe('rows of CSV', () => {
  it('are typed by their column', () => {
    const candidate = fromCsv(
      'tool,custom_id,expected,now,labels,arguments.amount,arguments.n,arguments.tags,arguments.flag,arguments.deep.er,principal.role,session.history',
      't|a|refuse|2026-01-01T00:00:00Z|{"body":["x"]}|5 EUR|600|["p"]|true|600|lead|[]',
    );
    expect(JSON.parse(JSON.stringify(candidate))).toEqual({
      ok: true,
      row: 3,
      customId: 'a',
      expected: 'refuse',
      full: {
        tool: 't',
        arguments: { amount: '5 EUR', n: 600, tags: ['p'], flag: true, deep: { er: '600' } },
        context: {
          now: '2026-01-01T00:00:00Z',
          labels: { body: ['x'] },
          principal: { role: 'lead' },
          session: { history: [] },
        },
      },
    });
  });

  it('have no value where a cell is empty or missing', () => {
    expect(fromCsv('tool,arguments.n,arguments.flag', 't|')).toMatchObject({
      ok: true,
      full: { arguments: {}, context: undefined },
    });
  });

  it('take a whole object from one column', () => {
    expect(fromCsv('tool,arguments', 't|{"n":1,"m":2}')).toMatchObject({
      ok: true,
      full: { arguments: { n: 1, m: 2 } },
    });
  });

  it.each([
    ['tool,arguments.n', 't|1|2', '3 cells in 2 columns (line 7)'],
    ['tool,arguments', 't|[1]', 'column `arguments` holds no JSON object (line 7)'],
    ['tool,arguments', 't|{"a":1,"a":2}', 'same key twice (line 7)'],
    ['tool,arguments', `t|{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'nested deeper than 32 (line 7)'],
    ['tool,session.history', `t|${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'nested deeper than 32 (line 7)'],
    ['tool,labels', `t|{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'nested deeper than 32 (line 7)'],
    ['tool,labels', 't|x', 'of type object'],
    ['tool,expected', 't|maybe', 'allow'],
    ['arguments.n', '1', 'no tool'],
  ])('%s with %s is an error', (header, line, detail) => {
    const candidate = fromCsv(header, line);
    expect(candidate).toMatchObject({ ok: false, row: 3 });
    expect(candidate.ok ? '' : candidate.detail.en).toContain(detail);
  });
});

describe('the shape of a table', () => {
  it('counts rows and finds the columns', async () => {
    expect(await shapeOf([1, 2], { tests: [] }, noFiles)).toEqual({ rows: 2, targets: null });
    expect(
      await shapeOf(
        { csv: 'tool,Betrag\na,1\nb,2\n', columns: { Betrag: 'arguments.amount' } },
        { tests: [] },
        noFiles,
      ),
    ).toEqual({
      rows: 2,
      targets: [{ kind: 'tool' }, { kind: 'arguments', path: ['amount'] }],
    });
  });

  it.each([
    ['tool\n', 'rows_missing'],
    ['\n\n', 'rows_missing'],
    ['tool,amount\na,1\n', 'column_unknown'],
    ['tool,tool\na,b\n', 'column_twice'],
    ['tool,arguments.a,arguments.a.b\nt,x,y\n', 'column_overlaps'],
    ['tool,arguments.a.b,arguments.a\nt,,y\n', 'column_overlaps'],
    ['tool,arguments,arguments.n\nt,{},1\n', 'column_overlaps'],
    ['tool,session.id,session\nt,a,{}\n', 'column_overlaps'],
    ['tool\n"a"b\n', 'csv_broken'],
    ['tool\n"a\n', 'csv_broken'],
    [`tool\n${','.repeat(1_900_000)}\n`, 'csv_broken'],
    [`tool,arguments.${'a.'.repeat(5_000)}a\na,1\n`, 'column_unknown'],
    ['tool;arguments.amount\na;1\n', 'delimiter_unknown'],
    ['tool\targuments.amount\na\t1\n', 'delimiter_unknown'],
    [`tool\n${'a\n'.repeat(MAX_ROWS + 1)}`, 'too_many_rows'],
  ])('%# is refused', async (csv, slug) => {
    const refusal = await shapeOf({ csv }, { tests: [] }, noFiles).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({ slug: 'invalid_request', options: { errors: [{ pointer: '/rows/csv', slug }] } });
  });

  it('says in words, in both languages, where CSV breaks and why', async () => {
    await expect(shapeOf({ csv: 'tool\na\n"b\n' }, { tests: [] }, noFiles)).rejects.toMatchObject({
      options: {
        errors: [
          {
            detail: {
              en: 'The CSV cannot be read from line 3 on: a quote is never closed.',
              pt: 'O CSV não pode ser lido a partir da linha 3: umas aspas nunca são fechadas.',
            },
          },
        ],
      },
    });
  });

  it('takes a strange sign in the only column when its name is mapped', async () => {
    expect(await shapeOf({ csv: 'a;b\nt\n', columns: { 'a;b': 'tool' } }, { tests: [] }, noFiles)).toMatchObject({
      rows: 1,
    });
  });

  it('refuses a mapping of a column that is not there', async () => {
    await expect(shapeOf({ csv: 'tool\na\n', columns: { x: 'tool' } }, { tests: [] }, noFiles)).rejects.toMatchObject({
      options: { errors: [{ pointer: '/rows/columns', slug: 'column_missing' }] },
    });
  });
});

describe('the request of mode batch', () => {
  it.each([[[]], [{}], [{ csv: '' }], ['tool\na'], [{ csv: 'x', rows: [] }]])('rows %j are refused', (rows) => {
    expect(BatchRequest.safeParse({ policy: 'x', rows }).success).toBe(false);
  });

  it('does not look into rows', () => {
    expect(BatchRequest.safeParse({ policy: 'x', rows: [null, 5, {}] }).success).toBe(true);
  });

  it.each([
    [[1], 1],
    [Array(1_001).fill(1), 2],
    [{ csv: 'tool\na\nb' }, 1],
    [{ csv: `tool\n${'a\n'.repeat(1_000)}` }, 1],
    [{ csv: `tool\n${'a\n'.repeat(1_001)}` }, 2],
  ])('costs a unit for each thousand rows (%#)', (rows, units) => {
    expect(unitsOfBatch({ policy: 'x', rows })).toBe(units);
  });
});
