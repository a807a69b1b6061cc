import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvRecord, readCsv } from './read.js';
import { type Slice, slicesOfBytes, slicesOfText } from './slices.js';

async function records(text: string): Promise<CsvRecord[]> {
  const found: CsvRecord[] = [];
  for await (const record of readCsv([text])) found.push(record);
  return found;
}

async function* piecesOf(text: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const cell = fc.oneof(
  fc.string({ maxLength: 3, unit: fc.constantFrom('a', '0', 'é', ' ') }),
  fc
    .string({ maxLength: 4, unit: fc.constantFrom('a', '"', ',', '\n', '\r', '𐐷') })
    .map((text) => `"${text.replaceAll('"', '""')}"`),
);
const line = fc.array(cell, { minLength: 1, maxLength: 3 }).map((cells) => cells.join(','));
const table = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\r\n')), { maxLength: 12 }), line)
  .map(([lines, last]) => lines.map(([text, end]) => `${text}${end}`).join('') + last);

describe('slices of a table', () => {
  it('read by themselves are the records of the whole, with their lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0 as const, 1 as const),
        async (text, rows, header) => {
          const whole = (await records(text)).slice(header);
          const slices = slicesOfText(text, { rows, header, quotes: true });
          const read: CsvRecord[] = [];
          for (const { offset, line: begin, first, last } of slices) {
            const here = (await records(text.slice(offset))).slice(0, last - first + 1);
            read.push(...here.map(({ cells, line: ends }) => ({ cells, line: begin - 1 + ends })));
          }
          expect(read).toEqual(whole);
          expect(slices.map(({ first }) => first)).toEqual(slices.map((_, at) => at * rows + 1));
        },
      ),
    );
  });

  it('of a file begin at the same records, however its pieces are cut', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 7 }), async (text, length) => {
        const cutting = { rows: 2, header: 1, quotes: true } as const;
        const bytes = await slicesOfBytes(piecesOf(text, length), cutting);
        const inText = slicesOfText(text, cutting).map((slice) => ({
          ...slice,
          offset: Buffer.byteLength(text.slice(0, slice.offset)),
        }));
        expect(bytes).toEqual(inText);
      }),
    );
  });

  it('of lines know nothing of quotes', () => {
    const slices: Slice[] = slicesOfText('{"a":"\n{}\n\n{}', { rows: 2, header: 0, quotes: false });
    expect(slices).toEqual([
      { offset: 0, line: 1, first: 1, last: 2 },
      { offset: 11, line: 4, first: 3, last: 3 },
    ]);
  });
});
