import type { SolveContext } from '@ostiary/plugin-api';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childHere } from '../../testing/child-here.js';
import { type FakeContext, fakeContext } from '../../testing/fake-context.js';
import { partsHere } from '../../testing/parts-here.js';
import { slicesOfText } from '../../csv/slices.js';
import { DuplicateDigests, DIGEST_BYTES } from './duplicates.js';
import { batchPart } from './part.js';
import { type BatchInput, BatchRequest } from './request.js';
import { BatchResult, type BatchOutput } from './result.js';
import { decideBatch } from './somewhere.js';
import { solveBatch } from './solve.js';

const policy = `dialect 1; policy "refunds"; default refuse;
@id("small") allow refund_order when amount <= 100.00 EUR;
@id("medium") confirm refund_order when amount <= 500.00 EUR and note like "a*";
@id("never") allow wipe when really == true;`;

/** A table with all a reader may meet: quotes, line breaks in cells, empty lines, rows that are none, duplicates far apart. */
function tableOf(rows: number): string {
  const line = (n: number): string => {
    if (n % 997 === 0) return 'refund_order,"1.00 EUR","a ""b""\nc",allow,extra,cells';
    if (n % 1_301 === 0) return 'refund_order,oops,,';
    const amount = `${(n * 7919) % 700}.00 EUR`;
    return `refund_order,${amount},${n % 3 === 0 ? '"a,\n""q"""' : 'b'},${n % 5 === 0 ? 'allow' : ''}`;
  };
  return `tool,arguments.amount,arguments.note,expected\r\n${Array.from({ length: rows }, (_, n) => `${line(n + 1)}${n % 50 === 0 ? '\n\n' : '\r\n'}`).join('')}`;
}

const solver: SolveContext['solver'] = () => childHere().solver('guardrail');

async function whole(request: BatchInput): Promise<{ result: BatchOutput; files: FakeContext['files'] }> {
  const ctx = fakeContext();
  return { result: await solveBatch(request, ctx), files: ctx.files };
}

async function inParts(
  request: BatchInput,
): Promise<{ result: BatchOutput; files: FakeContext['files']; parts: number }> {
  let parts = 0;
  const ctx = fakeContext({
    solver,
    parts: (kind, requests, progress) => {
      expect(kind).toBe(batchPart);
      const counted = [...(requests as Iterable<never>)];
      parts = counted.length;
      return partsHere(batchPart, request, () => ctx)(kind, counted, progress);
    },
  });
  return { result: await decideBatch(request, ctx), files: ctx.files, parts };
}

describe('a table decided in parts', () => {
  it.each([
    ['CSV', { rows: { csv: tableOf(61_000) } }],
    [
      'JSON',
      {
        rows: Array.from({ length: 50_001 }, (_, n) =>
          n % 999 === 0
            ? { nothing: n }
            : { custom_id: `${n}`, action: { arguments: { amount: `${n % 700}.00 EUR` } } },
        ),
        defaults: { action: { tool: 'refund_order' } },
      },
    ],
  ])('comes to the same bytes as one decided in one go: %s', async (_, table) => {
    const request = BatchRequest.parse({ policy, language: 'en', ...table });
    const one = await whole(request);
    const many = await inParts(request);
    expect(many.parts).toBeGreaterThan(2);
    expect(JSON.stringify(BatchResult.parse(many.result))).toBe(JSON.stringify(BatchResult.parse(one.result)));
    for (const name of ['answers.csv', 'answers.jsonl'])
      expect(many.files.get(name) === one.files.get(name)).toBe(true);
    // Without these nothing was joined.
    expect(one.result.duplicates.count).toBeGreaterThan(0);
    expect(one.result.errors).toHaveLength(Math.min(100, one.result.row_counts.error));
    expect(one.result.missing_boundaries.length).toBeGreaterThan(0);
  });

  it('is decided in one go up to 50,000 rows', async () => {
    const rows = Array.from({ length: 50_000 }, () => ({ action: { tool: 'refund_order' } }));
    const ctx = fakeContext();
    expect((await decideBatch(BatchRequest.parse({ policy, rows }), ctx)).row_counts.total).toBe(50_000);
  });
});

describe('digests of what rows ask', () => {
  it('find the rows that a map finds, however the table is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (asked, cut) => {
          const table = new DuplicateDigests(asked.length);
          const bytes = Buffer.alloc(asked.length * DIGEST_BYTES);
          const seen = new Map<number, number>();
          const expected: { row: number; same_as: number }[] = [];
          for (const [at, value] of asked.entries()) {
            // Nought stands for a row that asks nothing; equal first words collide in the table.
            if (value > 0) bytes.writeUInt32LE(7, at * DIGEST_BYTES);
            bytes.writeUInt32LE(value, at * DIGEST_BYTES + 12);
            if (value === 0) continue;
            const same = seen.get(value);
            if (same === undefined) seen.set(value, at + 1);
            else expected.push({ row: at + 1, same_as: same });
          }
          for (let at = 0; at < asked.length; at += cut)
            table.add(at + 1, bytes.subarray(at * DIGEST_BYTES, (at + cut) * DIGEST_BYTES));
          expect(table.result).toEqual({ count: expected.length, rows: expected });
        },
      ),
    );
  });

  it('of a table of a million rows take 24 bytes a row and stay exact', () => {
    const rows = 1_000_000;
    const table = new DuplicateDigests(rows);
    const bytes = Buffer.alloc(rows * DIGEST_BYTES);
    for (let at = 0; at < rows; at += 1) bytes.writeUInt32LE((at % (rows - 2)) + 1, at * DIGEST_BYTES);
    table.add(1, bytes);
    expect(table.result).toEqual({
      count: 2,
      rows: [
        { row: rows - 1, same_as: 1 },
        { row: rows, same_as: 2 },
      ],
    });
    expect(slicesOfText(`h\n${'x\n'.repeat(rows)}`, { rows: 20_000, header: 1, quotes: true })).toHaveLength(50);
  });
});
