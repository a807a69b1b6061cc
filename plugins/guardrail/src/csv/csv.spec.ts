import type { Type } from '@ostiary/catalogue';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellValue } from './cells.js';
import { readHeader, targetOf } from './columns.js';
import { chunksOf, type CsvRecord, readCsv } from './read.js';
import { csvLine } from './write.js';

async function all(pieces: Iterable<string>): Promise<CsvRecord[]> {
  const out: CsvRecord[] = [];
  for await (const record of readCsv(pieces)) out.push(record);
  return out;
}

const rows = async (text: string): Promise<unknown[]> => (await all(chunksOf(text))).map(({ cells }) => cells);

describe('readCsv', () => {
  it('reads quotes, both line ends, a byte-order mark and passes over empty lines', async () => {
    expect(await rows('\ufeffa,b\r\n1,"x, ""y""\nz"\n\n,\n')).toEqual([
      ['a', 'b'],
      ['1', 'x, "y"\nz'],
      ['', ''],
    ]);
    expect(await rows('')).toEqual([]);
  });

  it.each([
    ['a,b\n1,"x"y\n2,z\n', 2, 'CSV_INVALID_CLOSING_QUOTE'],
    ['a\n"never closed\nb\n', 2, 'CSV_QUOTE_NOT_CLOSED'],
    [`a\n"${'x'.repeat(300_000)}"\nb\n`, 2, 'CSV_MAX_RECORD_SIZE'],
    [`a\nb\n${','.repeat(300_000)}\nb\n`, 3, 'CSV_MAX_RECORD_SIZE'],
    ['a,b\n\n1,x"y\n', 2, 'INVALID_OPENING_QUOTE'],
  ])('stops where the text is no CSV any more (%#)', async (text, line, code) => {
    await expect(rows(text)).rejects.toMatchObject({ line, code });
  });

  it('reads back what csvLine writes, however it is cut into pieces', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replace(/^\s*[=+\-@\t\r|]/, ''));
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 7 }), async (cells, size) => {
        const text = cells.map((line) => csvLine(['x', ...line])).join('');
        const points = Array.from(text);
        const pieces = Array.from({ length: Math.ceil(points.length / size) }, (_, i) =>
          points.slice(i * size, (i + 1) * size).join(''),
        );
        expect((await all(pieces)).map((record) => record.cells)).toEqual(cells.map((line) => ['x', ...line]));
      }),
      { numRuns: 100 },
    );
  });

  it('never cuts a character in two', () => {
    const text = 'x'.repeat(65_535) + '\u{1f600}'.repeat(3);
    expect([...chunksOf(text)].map((piece) => piece.isWellFormed())).toEqual([true, true]);
    expect([...chunksOf(text)].join('')).toBe(text);
  });

  it('holds no more than a piece at a time', async () => {
    let made = 0;
    function* pieces(): Generator<string> {
      for (; made < 1_000; made += 1) yield `${made},x\n`.repeat(10);
    }
    const records = readCsv(pieces());
    await records.next();
    expect(made).toBeLessThan(3);
    await records.return(undefined);
  });
});

describe('csvLine', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@x', `"'@x"`],
    ['\tx', `"'\tx"`],
    [' =x', `"' =x"`],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['plain', 'plain'],
    ['', ''],
  ])('%j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });

  it('writes numbers and nothing as they are', () => {
    expect(csvLine([-1, null, 'x'])).toBe('-1,,x\r\n');
  });
});

describe('columns', () => {
  it.each([
    ['tool', { kind: 'tool' }],
    ['arguments.amount', { kind: 'arguments', path: ['amount'] }],
    ['arguments', { kind: 'arguments', path: [] }],
    ['principal.org.unit', { kind: 'principal', path: ['org', 'unit'] }],
    ['/arguments/a.b/c~1d', { kind: 'arguments', path: ['a.b', 'c/d'] }],
    ['labels', { kind: 'labels' }],
    [' tool ', { kind: 'tool' }],
    ['amount', null],
    ['tool.x', null],
    ['arguments.', null],
    ['arguments.__proto__.x', null],
    ['', null],
    [`session.${'a.'.repeat(31)}a`, { kind: 'session', path: Array<string>(32).fill('a') }],
    [`session.${'a.'.repeat(32)}a`, null],
    [`/arguments${'/a'.repeat(5_000)}`, null],
  ])('%j', (name, target) => {
    expect(targetOf(name)).toEqual(target);
  });

  it('reports unknown and repeated columns', () => {
    const renames = new Map([['Betrag', 'arguments.amount']]);
    expect(readHeader(['tool', 'Betrag', 'arguments.amount', 'x'], renames).problems).toEqual([
      { column: 2, name: 'arguments.amount', fault: 'twice' },
      { column: 3, name: 'x', fault: 'unknown' },
    ]);
  });
});

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('cellValue', () => {
  it.each([
    ['', { kind: 'int' }, undefined],
    ['600', { kind: 'int' }, 600],
    ['600', { kind: 'string', format: 'text' }, '600'],
    ['6e2', { kind: 'int' }, '6e2'],
    ['x', { kind: 'int' }, 'x'],
    ['1.50', { kind: 'decimal', scale: 2 }, 1.5],
    ['-0.10', { kind: 'decimal', scale: 2 }, -0.1],
    ['true', { kind: 'bool' }, true],
    ['TRUE', { kind: 'bool' }, 'TRUE'],
    ['true', null, 'true'],
    ['100.00 EUR', { kind: 'money' }, '100.00 EUR'],
    ['100', { kind: 'money', currency: 'EUR' }, 100],
    ['["a"]', { kind: 'list', of: { kind: 'any' } }, ['a']],
    ['[a', { kind: 'list', of: { kind: 'any' } }, '[a'],
    ['{"a":1}', { kind: 'record', fields: {} }, { a: 1 }],
    ['12', { kind: 'any' }, '12'],
    ['{"a:b":":","c":{"a:b":"\\":"}}', { kind: 'any' }, { 'a:b': ':', c: { 'a:b': '":' } }],
  ] as const)('%j as %j', (text, type, value) => {
    expect(cellValue(text, type)).toEqual(value === undefined ? { absent: true } : { absent: false, value });
  });

  it.each([
    [nested(33), 'deeper than 32'],
    [nested(50_000), 'deeper than 32'],
    ['{"a":1,"a":2}', 'the same key twice'],
    ['[{"b":{"a":1,"\\u0061":2}}]', 'the same key twice'],
  ])('refuses JSON that a request could not hold either (%#)', (text, fault) => {
    expect(cellValue(text, { kind: 'any' })).toEqual({
      absent: false,
      fault: { en: expect.stringContaining(fault) as string, pt: expect.any(String) as string },
    });
  });

  it('takes JSON as deep as a cell may be', () => {
    expect(cellValue(nested(32), { kind: 'any' })).toMatchObject({
      absent: false,
      value: expect.anything() as unknown,
    });
  });

  it.each(['int', 'money', 'duration', 'decimal'] as const)('keeps every digit of a number: %s', (kind) => {
    const type: Type = kind === 'decimal' ? { kind, scale: 2 } : { kind };
    const read: unknown[] = ['9007199254740993', '-00100.00000000000000001', '0.10'].map((text) => {
      const cell = cellValue(text, type);
      return cell.absent || cell.fault !== undefined ? null : cell.value;
    });
    expect(JSON.stringify(read)).toBe('[9007199254740993,-100.00000000000000001,0.1]');
  });
});
