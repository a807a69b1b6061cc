import { Readable } from 'node:stream';
import { type InputFile, ProblemError } from '@ostiary/plugin-api';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadChecked } from '@ostiary/policy-modes';
import { jsonRowsOf } from './file-rows.js';
import { elementsOf, NotAnArray } from './json-elements.js';
import { slicesOfBytes } from '../../csv/slices.js';
import { checkBatch, unitsOfBatch } from './prepare.js';
import { BatchRequest } from './request.js';
import { rowsOf, slicesOf } from './rows.js';
import { shapeOf } from './table.js';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
const elements = (text: string, size = 7, most = 10_000): Promise<string[]> =>
  all(elementsOf(inPieces(text, size), most));

function fileOf(text: string, mediaType: string): InputFile {
  const bytes = Buffer.from(text);
  return {
    size: bytes.length,
    sha256: '',
    mediaType,
    path: () => Promise.resolve(''),
    // Of a short text one byte at a time: pieces end inside characters.
    stream: ({ first, last } = { first: 0, last: bytes.length - 1 }) => {
      const some = bytes.subarray(first, last + 1);
      return Promise.resolve(
        Readable.from(some.length > 1_000 ? [some] : Array.from(some, (byte) => Buffer.from([byte]))),
      );
    },
  };
}
const rows = (text: string, mediaType = 'application/json'): Promise<unknown[]> =>
  all(jsonRowsOf(fileOf(text, mediaType)));

describe('the items of a JSON array in pieces', () => {
  it('are those that JSON.parse finds, however the text is written and cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(undefined, 1, '\t'),
        async (items, size, indent) => {
          const found = await elements(JSON.stringify(items, null, indent), size);
          expect(found.map((text) => JSON.parse(text) as unknown)).toEqual(JSON.parse(JSON.stringify(items)));
        },
      ),
    );
  });

  it.each(['', '{}', '1', '[1', '[1,]', '[,1]', '[1]]', '[1}', '[1] 2', '[[1]', '["a]', '[1,,2]'])(
    'refuses %j',
    async (text) => {
      await expect(elements(text)).rejects.toBeInstanceOf(NotAnArray);
    },
  );

  it('holds no item that is longer than a row may be', async () => {
    await expect(elements(`["${'x'.repeat(200)}"]`, 7, 100)).rejects.toThrow('longer than 100');
  });
});

describe('the rows of a file', () => {
  it('are the lines of JSON Lines, empty ones passed over', async () => {
    expect(await rows('{"a":"olá"}\r\n\n[1]\n2', 'application/jsonl')).toEqual([{ a: 'olá' }, [1], 2]);
  });

  it('are the items of an array', async () => {
    expect(await rows('\ufeff [ {"a":"]"} , 2 ] \n')).toEqual([{ a: ']' }, 2]);
  });

  it.each([
    ['[{}, {"a":}]', 'application/json', 'Row 2'],
    ['{}\n{}\nx', 'application/jsonl', 'Row 3'],
    ['[{"a":1,"a":2}]', 'application/json', 'same key twice'],
    ['[{"__proto__":1}]', 'application/json', 'this name'],
    [`[${'['.repeat(80)}${']'.repeat(80)}]`, 'application/json', 'deeper'],
    [`{"a":"${'x'.repeat(300_000)}`, 'application/jsonl', 'longer'],
    ['{}', 'application/json', 'not one JSON array'],
  ])('of %j (%s) are refused where they cannot be read', async (text, mediaType, said) => {
    const refused = await rows(text, mediaType).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    expect(JSON.stringify((refused as ProblemError).options.errors)).toContain(said);
  });
});

describe('a slice of a file', () => {
  const policy = 'dialect 1; allow pay when n <= 5;';
  const numbers = Array.from({ length: 30 }, (_, n) => n + 1);
  const asJson = numbers.map((n) => ({ custom_id: `r${n}`, action: { tool: 'pay', arguments: { n } } }));
  const request = { ...BatchRequest.parse({ policy, rows: { upload_id: 'upl_1' } }), row_count: 30 };

  it.each([
    [
      'text/csv',
      `custom_id,tool,arguments.n\n${numbers.map((n) => `r${n},pay,${n}\n${n % 7 === 0 ? '\n' : ''}`).join('')}`,
    ],
    ['application/jsonl', asJson.map((row) => JSON.stringify(row)).join('\n')],
    ['application/json', JSON.stringify(asJson)],
  ])('of %s has the rows that the whole has there, by their numbers', async (mediaType, text) => {
    const open = () => Promise.resolve(fileOf(text, mediaType));
    const whole = await all(rowsOf(request, loadChecked(policy, undefined), open));
    expect(whole.map(({ row, customId }) => [row, customId])).toEqual(numbers.map((n) => [n, `r${n}`]));
    for (const [first, last] of [
      [1, 10],
      [11, 29],
      [30, 30],
    ] as const) {
      const slice = { offset: 0, line: 1, first, last };
      const part = await all(rowsOf(request, loadChecked(policy, undefined), open, slice));
      expect(part).toEqual(whole.slice(first - 1, last));
    }
  });

  it('of CSV is read from where it begins, and nothing before it but the header', async () => {
    // Cells with line breaks, quotes and characters of several bytes; lines that are empty; both line ends.
    const lines = numbers.map((n) => (n % 3 === 0 ? `"é\n""${n}",pay,${n}\r\n\r\n` : `r${n},pay,${n}\n`));
    const text = `\ufeffcustom_id,tool,arguments.n\n${lines.join('')}`;
    const loaded = loadChecked(policy, undefined);
    const ranges: (number | undefined)[] = [];
    const file = fileOf(text, 'text/csv');
    const stream: InputFile['stream'] = (range) => {
      ranges.push(range?.first);
      return file.stream(range);
    };
    const open = () => Promise.resolve({ ...file, stream });
    const whole = await all(rowsOf(request, loaded, open));
    const cut = await slicesOfBytes((await file.stream()) as AsyncIterable<Buffer>, {
      rows: 7,
      header: 1,
      quotes: true,
    });
    expect(cut.map(({ first, last }) => [first, last])).toEqual([
      [1, 7],
      [8, 14],
      [15, 21],
      [22, 28],
      [29, 30],
    ]);
    for (const slice of cut) {
      ranges.length = 0;
      expect(await all(rowsOf(request, loaded, open, slice))).toEqual(whole.slice(slice.first - 1, slice.last));
      expect(ranges).toEqual([undefined, slice.offset]);
    }
    const known = await checkBatch(request, open);
    expect(known).toEqual({ row_count: 30, row_slices: [{ ...cut[0], last: 30 }] });
    expect(slicesOf({ ...request, ...known })).toEqual(known.row_slices);
  });

  it('of CSV has columns of other names where the request says so', async () => {
    const text = `Kennung,tool,Zahl\n${numbers.map((n) => `r${n},pay,${n}\n`).join('')}`;
    const plain = `custom_id,tool,arguments.n\n${numbers.map((n) => `r${n},pay,${n}\n`).join('')}`;
    const columns = { Kennung: 'custom_id', Zahl: 'arguments.n' };
    const renamed = BatchRequest.parse({ policy, rows: { csv: { upload_id: 'upl_1' }, columns } });
    const loaded = loadChecked(policy, undefined);
    const open = () => Promise.resolve(fileOf(text, 'text/csv'));
    const slice = { offset: 0, line: 1, first: 11, last: 29 };
    for (const part of [undefined, slice])
      expect(await all(rowsOf(renamed, loaded, open, part))).toEqual(
        await all(rowsOf(request, loaded, () => Promise.resolve(fileOf(plain, 'text/csv')), part)),
      );
    expect(await shapeOf(renamed.rows, loaded, open)).toMatchObject({ rows: 30 });
    expect(slicesOf({ ...renamed, row_count: 100_001 })).toHaveLength(3);
    expect(unitsOfBatch({ ...renamed, row_count: 1_001 })).toBe(2);
  });

  it.each([
    ['application/json', 'not_csv', '/rows/csv'],
    ['text/csv', 'column_missing', '/rows/columns'],
  ])('of %s is refused with %s where its columns cannot be what the request says', async (mediaType, slug, pointer) => {
    const named = { csv: { upload_id: 'upl_1' }, columns: { Betrag: 'arguments.n' } };
    const open = () => Promise.resolve(fileOf('tool\npay\n', mediaType));
    await expect(shapeOf(named, loadChecked(policy, undefined), open)).rejects.toMatchObject({
      options: { errors: [{ slug, pointer }] },
    });
  });

  it('is cut, and units are counted, by the rows that were counted when the file was read through', () => {
    const cut = slicesOf({ ...request, row_count: 120_001 });
    expect(cut.map(({ first, last }) => [first, last])).toEqual([
      [1, 50_000],
      [50_001, 100_000],
      [100_001, 120_001],
    ]);
    expect(unitsOfBatch({ ...request, row_count: 250_001 })).toBe(251);
  });
});
