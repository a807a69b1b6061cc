import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { countedList, countedRecord } from './counted.js';

describe('a counted list', () => {
  const list = countedList(z.strictObject({ n: z.int() }), 1_000);
  const issuesOf = (value: unknown): number => list.safeParse(value).error?.issues.length ?? 0;

  it('is counted before its items are looked at', () => {
    let looked = 0;
    const watched = new Proxy(
      Array.from({ length: 1_001 }, () => 0),
      {
        get: (target, key) => {
          if (key !== 'length' && typeof key === 'string') looked += 1;
          return Reflect.get(target, key) as unknown;
        },
      },
    );
    expect(list.safeParse(watched).error?.issues).toMatchObject([{ code: 'too_big', maximum: 1_000, path: [] }]);
    expect(looked).toBe(0);
  });

  it('tells a hundred faults and no more', () => {
    expect(issuesOf(Array.from({ length: 900 }, () => ({ n: 'x' })))).toBe(100);
    expect(issuesOf([{ n: 1 }, { n: 'x' }, { m: 1 }])).toBe(3);
    expect(list.safeParse([{ n: 1 }, { n: 'x' }]).error?.issues[0]?.path).toEqual([1, 'n']);
  });

  it("is zod's own list otherwise", () => {
    const own = z.array(z.strictObject({ n: z.int() })).max(1_000);
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.record({ n: fc.integer() }))), (value) => {
        const [mine, theirs] = [list.safeParse(value), own.safeParse(value)];
        expect(mine.success).toBe(theirs.success);
        expect(mine.data).toEqual(theirs.data);
      }),
    );
    expect(z.toJSONSchema(list, { io: 'input' })).toEqual(z.toJSONSchema(own, { io: 'input' }));
  });
});

describe('a counted record', () => {
  const record = countedRecord(z.int(), 3);

  it('takes as many members as it says', () => {
    expect(record.safeParse({ a: 1, b: 2, c: 3 }).data).toEqual({ a: 1, b: 2, c: 3 });
    expect(record.safeParse({ a: 1, b: 2, c: 3, d: 'x' }).error?.issues).toMatchObject([
      { code: 'too_big', maximum: 3 },
    ]);
    expect(record.safeParse([]).error?.issues).toMatchObject([{ code: 'invalid_type' }]);
  });
});
