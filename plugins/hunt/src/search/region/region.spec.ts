import { decideOnce, type PreparedPolicy } from '@ostiary/guard';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding, Region, Step } from '../model/finding.js';
import { prepared } from '../testing/hunted.js';
import { regionOf } from './region.js';

const stepOf = (policy: PreparedPolicy, args: object, more: Partial<Step['context']> = {}): Step => {
  const [call, context] = [{ tool: 'pay', args: { ...args } }, more];
  const { answer, slug, deciding } = decideOnce(policy, call, context);
  return { call, context, answer, slug, deciding: deciding.map(({ rule }) => rule), label: null };
};

type About = Pick<Finding, 'witness' | 'attribute' | 'rules'>;

const about = (steps: readonly Step[], attribute: string | null = null, rules: readonly string[] = []): Finding =>
  ({
    witness: { kind: steps.length > 1 ? 'calls' : 'call', steps },
    attribute,
    rules,
  }) satisfies About as unknown as Finding;

const POLICY = prepared(
  'dialect 2; tool pay (amount: money EUR, days: int, note?: text); @id("small") allow (tool == "pay") when { args.amount <= 100.00 EUR }; @id("old") refuse (tool == "pay") when { args.days > 90 }; @id("big") confirm (tool == "pay") when { args.amount > 100.00 EUR && args.amount <= 500.00 EUR };',
);

describe('the region of a finding', () => {
  it('has the answers over two numbers, and where the calls lie', () => {
    const steps = [stepOf(POLICY, { amount: '80.00 EUR', days: 3 }), stepOf(POLICY, { amount: '120.00 EUR', days: 3 })];
    const region = regionOf(POLICY, about(steps, 'args.amount'));
    expect(region?.x).toEqual({
      attribute: 'args.amount',
      values: [
        '80.00 EUR',
        '99.99 EUR',
        '100.00 EUR',
        '100.01 EUR',
        '100.02 EUR',
        '120.00 EUR',
        '499.99 EUR',
        '500.00 EUR',
        '500.01 EUR',
        '500.02 EUR',
      ],
    });
    expect(region?.y).toEqual({ attribute: 'args.days', values: ['3', '89', '90', '91', '92'] });
    expect(region?.answers.map((row) => row.join(' '))).toEqual([
      ...Array.from({ length: 3 }, () => 'allow allow allow confirm confirm confirm confirm confirm refuse refuse'),
      ...Array.from({ length: 2 }, () => Array.from({ length: 10 }, () => 'refuse').join(' ')),
    ]);
    expect(region?.marks).toEqual([
      { step: 0, column: 0, row: 0 },
      { step: 1, column: 5, row: 0 },
    ]);
  });

  it('marks no call that differs in something else, and takes the rules of the finding where it is about no number', () => {
    const steps = [
      stepOf(POLICY, { amount: '80.00 EUR', days: 3 }),
      stepOf(POLICY, { amount: '80.00 EUR', days: 3, note: 'x' }),
    ];
    expect(regionOf(POLICY, about(steps, null, ['old', 'big']))?.marks).toEqual([{ step: 0, column: 0, row: 0 }]);
    expect(regionOf(POLICY, about(steps, null, ['old']))?.x.attribute).toBe('args.days');
    expect(regionOf(POLICY, about(steps, null, ['big']))?.x.attribute).toBe('args.amount');
    expect(regionOf(POLICY, about(steps, 'args.note', ['small', 'old']))?.y.attribute).toBe('args.days');
  });

  it.each([
    ['a test that looks at both', 'allow (tool == "pay") when { args.n + args.k <= 10 };'],
    ['a test that may change more than twice', 'allow (tool == "pay") when { args.n * args.n <= 10 && args.k <= 3 };'],
    [
      'events that it is compared with',
      'allow (tool == "pay") when { args.k <= 3 } when history { formerly within 1h pay.ok{ n: args.n } };',
    ],
    ['one number', 'allow (tool == "pay") when { args.n <= 10 };'],
    ['one answer everywhere', 'refuse (tool == "pay") when { args.n <= 10 && args.k <= 3 };'],
  ])('is not drawn for %s', (_, rule) => {
    const policy = prepared(`dialect 2; tool pay (n: int, k: int); ${rule}`);
    expect(regionOf(policy, about([stepOf(policy, { n: 1, k: 1 })], 'args.n'))).toBe(null);
  });

  it('takes the last call of a session, after those before it', () => {
    const policy = prepared(
      'dialect 2; tool pay (n: int 0..100, k: int 0..9); allow (tool == "pay") when { args.k <= 5 }; refuse (tool == "pay") when history { sum(pay.open.n) within 1h by principal including this > 50 };',
    );
    const principal = { id: 'ann' };
    const first = stepOf(policy, { n: 30, k: 1 }, { now: 0, principal, history: [] });
    const event = {
      tool: 'pay',
      state: 'allowed',
      at: 0,
      args: { n: 30, k: 1 },
      call_id: 'c1',
      principal: 'ann',
    } as const;
    const last = stepOf(policy, { n: 15, k: 1 }, { now: 60_000, principal, history: [event] });
    const finding = { witness: { kind: 'session', steps: [first, last] }, attribute: 'args.n', rules: [] };
    const region = regionOf(policy, finding as unknown as Finding);
    expect(region?.x.values).toEqual(['0', '1', '15', '19', '20', '21', '22']);
    expect(region?.marks).toMatchObject([{ step: 1, column: 2 }]);
  });

  it('keeps to the values around the call where there are too many', () => {
    const bounds = Array.from(
      { length: 12 },
      (_, at) => `refuse (tool == "pay") when { args.n == ${String(10 * at)} };`,
    );
    const policy = prepared(
      `dialect 2; tool pay (n: int, k: int); allow (tool == "pay") when { args.k > 0 }; ${bounds.join(' ')}`,
    );
    const region = regionOf(policy, about([stepOf(policy, { n: 55, k: 1 })], 'args.n'));
    expect(region?.x.values).toHaveLength(24);
    expect(region?.x.values).toContain('55');
    if (!region) throw new Error('no region');
    expectWhole(policy, region, { n: 55, k: 1 });
  });

  const number = (name: string): fc.Arbitrary<string> =>
    fc
      .tuple(
        fc.integer({ min: -3, max: 20 }),
        fc.constantFrom('<', '<=', '>', '>=', '==', '!='),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 4 }),
      )
      .chain(([bound, cmp, by, plus]) =>
        fc.constantFrom(
          `args.${name} ${cmp} ${String(bound)}`,
          `args.${name} * ${String(by)} + ${String(plus)} ${cmp} ${String(bound)}`,
          `${String(bound)} - args.${name} ${cmp} args.z`,
          `(args.${name} or else 2) ${cmp} ${String(bound)}`,
          `args.${name} in [${String(bound)}, ${String(bound + by)}]`,
        ),
      );
  const test = fc.oneof(number('x'), number('y'), fc.constantFrom('has args.z', 'args.z > 3', 'args.note == "a"'));
  const guard = fc
    .tuple(fc.array(test, { minLength: 1, maxLength: 3 }), fc.constantFrom(' && ', ' || '), fc.boolean())
    .map(([tests, by, turned]) => (turned ? `!(${tests.join(by)})` : tests.join(by)));
  const rules = fc.array(fc.tuple(fc.constantFrom('allow', 'confirm', 'refuse'), guard), {
    minLength: 1,
    maxLength: 4,
  });

  it('has at each point what the policy answers there, and every value at which that changes', () => {
    let drawn = 0;
    fc.assert(
      fc.property(
        rules,
        fc.record({ x: fc.integer({ min: -5, max: 25 }), y: fc.integer({ min: -5, max: 25 }) }),
        fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
        (some, at, z) => {
          const text = some.map(([effect, when]) => `${effect} (tool == "pay") when { ${when} };`).join(' ');
          const policy = prepared(`dialect 2; tool pay (x: int -5..25, y: int -5..25, z?: int, note?: text); ${text}`);
          const args = { ...at, ...(z !== undefined && { z }) };
          const region = regionOf(policy, about([stepOf(policy, args)], 'args.x'));
          if (!region) return;
          drawn += 1;
          expectWhole(policy, region, args);
          expect(region.marks).toHaveLength(1);
        },
      ),
      { numRuns: 400 },
    );
    expect(drawn).toBeGreaterThan(50);
  });
});

/** Every whole number from the first to the last is answered as the values of the region around it are. */
function expectWhole(policy: PreparedPolicy, { x, y, answers }: Region, args: object): void {
  const [xs, ys] = [x, y].map(({ values }) => values.map(Number)) as [number[], number[]];
  const [across, up] = [x, y].map(({ attribute }) => attribute.slice('args.'.length)) as [string, string];
  const around = (values: readonly number[], point: number): readonly number[] => {
    const at = values.indexOf(point);
    return at >= 0
      ? [at]
      : [values.findLastIndex((value) => value < point), values.findIndex((value) => value > point)];
  };
  const differing: object[] = [];
  for (let column = xs[0] ?? 0; column <= (xs.at(-1) ?? 0); column++)
    for (let row = ys[0] ?? 0; row <= (ys.at(-1) ?? 0); row++) {
      const { answer } = decideOnce(policy, { tool: 'pay', args: { ...args, [across]: column, [up]: row } }, {});
      const told = around(ys, row).flatMap((r) => around(xs, column).map((c) => answers[r]?.[c]));
      if (told.some((each) => each !== answer)) differing.push({ column, row, answer, told });
    }
  expect(differing).toEqual([]);
}
