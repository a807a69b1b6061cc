import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactNumber } from '@ostiary/json';
import {
  catalogues,
  corpus,
  randomCall,
  randomContext,
  randomPolicy,
  seededRandom,
  zoo,
} from '@ostiary/policy/testing';
import type { Call, Context, Decision } from '@ostiary/policy';
import { decide, decideOnce, interpretOnce } from '../decide/decide.js';
import type { PreparedPolicy } from '../prepare/prepare.js';
import { prepared } from '../testing/index.js';
import { explain } from './explain.js';
import type { Explanation, Flip } from './types.js';

function explained(
  policy: PreparedPolicy,
  call: Call,
  context: Context,
): Explanation & { readonly decision: Decision } {
  const decision = decide(policy, call, context);
  return { decision, ...explain(policy, call, context, decision) };
}

const flips = (text: string, args: Call['args'], context: Context = {}): readonly Flip[] =>
  explained(prepared(text), { tool: 't', args }, context).flips;

describe('explain: nearest flips', () => {
  it.each<[string, string, Call['args'], Partial<Flip>[]]>([
    [
      'an int above its cap',
      'dialect 1; allow t when amount <= 100;',
      { amount: 250 },
      [{ from: 250, to: 100, answer: 'allow' }],
    ],
    [
      'an int between two thresholds',
      'dialect 1; allow t when amount <= 100; refuse t when amount < 10;',
      { amount: 50 },
      [
        { to: 9, answer: 'refuse' },
        { to: 101, answer: 'refuse' },
      ],
    ],
    [
      'money, in its own currency',
      'dialect 1; allow t when amount <= 100.00 EUR;',
      { amount: '100.01 EUR' },
      [{ to: '100.00 EUR', answer: 'allow' }],
    ],
    ['a duration', 'dialect 1; allow t when age >= 1h;', { age: '59m' }, [{ to: '3600000ms', answer: 'allow' }]],
    [
      'a product',
      'dialect 2; allow (tool == "t") when { args.n * 3 <= 100 };',
      { n: 50 },
      [{ to: 33, answer: 'allow' }],
    ],
    [
      'a text',
      'dialect 1; refuse t when verb == "drop"; allow t when verb in ["drop", "select"];',
      { verb: 'drop' },
      [{ to: 'select', answer: 'allow' }],
    ],
    ['a glob', 'dialect 1; allow t when id like "ORD-*";', { id: 'x' }, [{ to: 'ORD-', answer: 'allow' }]],
    [
      'a regular expression',
      'dialect 2; allow (tool == "t") when { args.id matches "[A-Z]{2}\\d+" };',
      { id: 'x' },
      [{ to: 'AA0', answer: 'allow' }],
    ],
    [
      'a part of an address',
      'dialect 2; define ours(a: email) = a.domain == "corp.example"; allow (tool == "t") when { ours(args.to) };',
      { to: 'ann@evil.example' },
      [{ to: 'ann@corp.example', answer: 'allow' }],
    ],
    ['a bool', 'dialect 1; allow t when approved;', { approved: false }, [{ to: true, answer: 'allow' }]],
    [
      'a list',
      'dialect 1; allow t; refuse t when tags contains "pii";',
      { tags: ['a', 'pii'] },
      [{ to: ['a'], answer: 'allow' }],
    ],
    ['an absent argument', 'dialect 1; allow t; refuse t when days > 90;', {}, [{ to: 89, answer: 'allow' }]],
    ['presence', 'dialect 1; allow t unless has cc;', { cc: 'x' }, [{ from: 'x', answer: 'allow' }]],
    ['nothing that one argument could change', 'dialect 1; allow t when a > 1 and b > 1;', { a: 0, b: 0 }, []],
  ])('%s', (_, text, args, expected) => {
    const found = flips(text, args);
    expect(found).toHaveLength(expected.length);
    expected.forEach((flip, i) => {
      expect(found[i]).toMatchObject(flip);
    });
  });

  it('closes in on a cap that the history has used up in part', () => {
    const text =
      'dialect 2; default allow; refuse (tool == "t") when history { sum(t.ok.amount) within 1h by principal including this > 100.00 EUR };';
    const history = [{ tool: 't', state: 'ok', at: 0, args: { amount: '60.00 EUR' }, principal: 'p' }] as const;
    const context: Context = { history, now: 1, principal: { id: 'p' } };
    expect(flips(text, { amount: '10.00 EUR' }, context)).toEqual([
      { path: 'args.amount', from: '10.00 EUR', to: '40.01 EUR', answer: 'refuse' },
    ]);
  });

  it('holds in both evaluators, changes one argument only, and stays well typed', () => {
    const rng = seededRandom(5);
    let found = 0;
    for (let i = 0; i < 300; i++) {
      const catalogue = catalogues[i % catalogues.length] ?? zoo;
      const text = randomPolicy(rng, catalogue, i % 2 === 0 ? 1 : 2);
      const policy = prepared(text, catalogue);
      for (let j = 0; j < 4; j++) {
        const [call, context] = [randomCall(rng, catalogue), randomContext(rng, catalogue)];
        const { decision, flips: all } = explained(policy, call, context);
        for (const flip of all) {
          found++;
          const [, name = ''] = flip.path.split('.');
          const nested = flip.path.split('.').length > 2;
          const args: Record<string, unknown> = { ...call.args };
          if (nested) continue;
          if ('to' in flip) args[name] = flip.to;
          else delete args[name];
          const again = decideOnce(policy, { tool: call.tool, args }, context);
          expect(again.answer).toBe(flip.answer);
          expect(again.answer).not.toBe(decision.answer);
          expect('to' in flip && again.slug === 'argument_ill_typed').toBe(false);
          expect(interpretOnce(policy, { tool: call.tool, args }, context).answer).toBe(flip.answer);
        }
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});

describe('explain: values read', () => {
  it('names what the rules that were asked looked at, and no others', () => {
    const policy = prepared(
      'dialect 1; refuse t when amount > 5.00 EUR and principal.role == "guest"; confirm t when has note; allow t when verb == "x";',
    );
    expect(explained(policy, { tool: 't', args: { amount: '6.00 EUR', note: 'n' } }, {}).read).toEqual([
      { path: 'args.amount', present: true, value: '6.00 EUR', cause: null },
      { path: 'principal.role', present: false, value: null, cause: 'absent' },
    ]);
  });

  it('shows an argument that is there and cannot be read', () => {
    const policy = prepared('dialect 1; allow t when amount <= 5;');
    expect(explained(policy, { tool: 't', args: { amount: '5' } }, {}).read).toEqual([
      { path: 'args.amount', present: true, value: null, cause: 'ill_typed' },
    ]);
  });
});

describe('explain: admission', () => {
  const [first] = corpus;
  it('proposes to leave out an argument nobody declared', () => {
    if (!first) throw new Error('no corpus');
    const policy = prepared('dialect 1; default allow;', first.catalogue);
    const { decision, flips: found } = explained(
      policy,
      { tool: 'lookup_order', args: { order_id: 'x', nonsense: 1 } },
      {},
    );
    expect(decision).toMatchObject({ answer: 'refuse', slug: 'argument_unknown', pointer: '/nonsense' });
    expect(found).toEqual([{ path: 'args.nonsense', from: 1, answer: 'allow' }]);
  });
});

describe('explain: its bound', () => {
  it('finds no further change when no decision is left to make', () => {
    const policy = prepared('dialect 1; allow x when n <= 100;');
    const call = { tool: 'x', args: { n: 101 } };
    const decision = decide(policy, call, {});
    expect(explain(policy, call, {}, decision).flips).toEqual([
      { path: 'args.n', from: 101, to: 100, answer: 'allow' },
    ]);
    expect(explain(policy, call, {}, decision, 0)).toMatchObject({ flips: [], read: [{ path: 'args.n' }] });
  });
});

describe('explain: exact nearest changes', () => {
  it('sees where a sum of arguments comes to a bound, before a farther constant', () => {
    expect(
      flips(
        'dialect 2; default allow; refuse (tool == "t") when { args.n + args.m >= 10 && args.n + args.m <= 12 }; refuse (tool == "t") when { args.n >= 100 };',
        { n: 0, m: 5 },
      ),
    ).toEqual([
      { path: 'args.n', from: 0, to: 5, answer: 'refuse' },
      { path: 'args.m', from: 5, to: 10, answer: 'refuse' },
    ]);
  });

  it('finds the one value at which a sum is equal to a bound', () => {
    expect(
      flips('dialect 2; allow (tool == "t") when { args.amount + args.fee == 10.00 EUR };', {
        amount: '1.00 EUR',
        fee: '5.00 EUR',
      }),
    ).toMatchObject([
      { path: 'args.amount', to: '5.00 EUR', answer: 'allow' },
      { path: 'args.fee', to: '9.00 EUR', answer: 'allow' },
    ]);
  });

  it.each<[string, string, Call['args'], unknown[]]>([
    ['above', 'args.d <= 0.5', { d: 0.75 }, [0.5]],
    ['below, in digits that are written', 'args.d > 0.5', { d: 0.25 }, [0.51]],
    ['of one value only', 'args.d * 4 == 1', { d: 3 }, [0.25]],
    ['of a product', 'args.d * 4 <= 1', { d: 3.5 }, [0.25]],
    ['of a sum', 'args.d + args.e >= 0.3', { d: 0.05, e: 0.1 }, [0.2, 0.25]],
    ['of one value in a list', 'args.d in [0.125, 9.5]', { d: 0.75 }, [0.125, 9.5]],
    [
      'of very many digits',
      'args.d < 1',
      { d: exactNumber('1.00000000000000000001') },
      [exactNumber('0.99999999999999999999')],
    ],
  ])('finds where a decimal of any scale comes to a bound: %s', (_, guard, args, expected) => {
    expect(flips(`dialect 2; allow (tool == "t") when { ${guard} };`, args).map(({ to }) => to)).toEqual(expected);
  });

  it('is the nearest value of all, by going through them', () => {
    const number = fc.integer({ min: -30, max: 30 });
    const rule = fc.record({
      a: fc.integer({ min: -3, max: 3 }),
      b: fc.integer({ min: -3, max: 3 }),
      low: number,
      wide: fc.nat(8),
    });
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 3 }), number, number, (rules, n, m) => {
        const text = rules
          .map(({ a, b, low, wide }) => {
            const side = `args.n * ${a} + args.m * ${b}`;
            return `refuse (tool == "t") when { ${side} >= ${low} && ${side} <= ${low + wide} };`;
          })
          .join(' ');
        const policy = prepared(`dialect 2; default allow; tool t (n: int, m: int); ${text}`);
        const answerAt = (at: number): string => decideOnce(policy, { tool: 't', args: { n: at, m } }, {}).answer;
        const now = answerAt(n);
        const found = explained(policy, { tool: 't', args: { n, m } }, {}).flips.filter(
          ({ path }) => path === 'args.n',
        );
        for (const direction of [-1, 1]) {
          const nearest = Array.from({ length: 400 }, (_, i) => n + direction * (i + 1)).find(
            (at) => answerAt(at) !== now,
          );
          const told = found
            .map(({ to }) => to)
            .find((to) => typeof to === 'number' && Math.sign(to - n) === direction);
          expect({ text, n, m, told }).toEqual({ text, n, m, told: nearest });
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('explain: values read', () => {
  it('shows an attribute of the principal that is not of its type', () => {
    const policy = prepared(
      'dialect 2; default allow; principal (level?: int); refuse (tool) when { principal.level < 3 };',
    );
    const { read } = explained(policy, { tool: 't', args: {} }, { principal: { level: 'x' } });
    expect(read).toEqual([{ path: 'principal.level', present: true, value: null, cause: 'ill_typed' }]);
  });
});

describe('explain: an argument that must be there', () => {
  const policy = (required: boolean): PreparedPolicy =>
    prepared('dialect 2; allow (tool == "t") when { args.a.size() < 500 };', {
      name: 'c',
      tools: [
        {
          name: 't',
          classes: [],
          args: { kind: 'record', fields: { a: { type: { kind: 'string', format: 'text', maxLength: 9 }, required } } },
        },
      ],
    });

  it.each([
    [true, []],
    [false, [{ path: 'args.a', from: 'x', answer: 'refuse' }]],
  ])('is not proposed to be left out: %s', (required, expected) => {
    expect(explained(policy(required), { tool: 't', args: { a: 'x' } }, {}).flips).toEqual(expected);
  });
});

describe('explain: a disagreement of the evaluators', () => {
  it.each<[string, string, string, Call['args']]>([
    ['of a number', 'allow t when n <= 10;', 'allow t when n <= 50;', { n: 80 }],
    ['of a text', 'allow t when verb == "b";', 'allow t when verb in ["a", "b"];', { verb: 'c' }],
    ['of presence', 'allow t when n > 5 unless has cc;', 'allow t unless has cc;', { cc: 'x' }],
  ])('%s gives no flip that only one of them bears out', (_, interpreted, compiled, args) => {
    const own = prepared(`dialect 1; ${compiled}`);
    const forged: PreparedPolicy = { ...own, ...textOf(prepared(`dialect 1; ${interpreted}`)) };
    const call = { tool: 't', args };
    const found = explain(own, call, {}, decideOnce(own, call, {})).flips;
    expect(found.length).toBeGreaterThan(0);
    const borneOut = explain(forged, call, {}, decideOnce(forged, call, {})).flips;
    for (const flip of borneOut) expect(flip.answer).toBe(answerAfter(forged, call, flip));
    expect(borneOut).not.toEqual(found);
  });
});

const textOf = ({
  text,
  tree,
  environment,
}: PreparedPolicy): Pick<PreparedPolicy, 'text' | 'tree' | 'environment'> => ({
  text,
  tree,
  environment,
});

/** What the interpreter says of the changed call. */
function answerAfter(policy: PreparedPolicy, { tool, args }: Call, flip: Flip): string {
  const name = flip.path.replace(/^args\./, '');
  const { [name]: _, ...rest } = args;
  return interpretOnce(policy, { tool, args: 'to' in flip ? { ...rest, [name]: flip.to } : rest }, {}).answer;
}

describe('explain: its steps', () => {
  /** How often the compiled policy is asked while a call is explained. */
  function questions(text: string, args: Call['args']): number {
    const policy = prepared(text);
    const call = { tool: 't', args };
    const decision = decide(policy, call, {});
    let asked = 0;
    const { decider } = policy;
    const counted: PreparedPolicy = {
      ...policy,
      decider: {
        ...decider,
        policy: decider.policy,
        decide: (...of) => (asked++, decider.decide(...of)),
        decideWith: (...of) => (asked++, decider.decideWith(...of)),
        holds: (...of) => (asked++, decider.holds(...of)),
      },
    };
    explain(counted, call, {}, decision);
    return asked;
  }

  const rule = (left: string, bound: number): string => `refuse (tool == "t") when { ${left} >= ${String(bound)} };`;

  it('tries no more than five hundred values of a text, however many a policy names', () => {
    const words = Array.from({ length: 2_000 }, (_, i) => `"w${String(i)}"`).join(', ');
    const asked = questions(`dialect 1; default refuse; refuse t when verb in [${words}];`, { verb: 'w0' });
    expect(asked).toBeGreaterThan(400);
    expect(asked).toBeLessThan(510);
  });

  it('looks for the break points of no more than a hundred tests', () => {
    const rules = Array.from(
      { length: 1_000 },
      (_, i) => `refuse (tool == "t") when { args.n * args.m >= ${String(1_000 + 7 * i)} };`,
    );
    // For each the value is doubled up to where it changes, and down to the last one there is, then halved; then there are the trials.
    const asked = questions(`dialect 2; ${rules.join(' ')}`, { n: 0, m: 3 });
    expect(asked).toBeGreaterThan(100 * 50);
    expect(asked).toBeLessThan(100 * 120 + 1_000);
  });

  it('does not look for those of a comparison with a constant, which need no place among the hundred', () => {
    const plain = Array.from({ length: 200 }, (_, i) => rule('args.n', 1_000_000 + 7 * i)).join(' ');
    expect(questions(`dialect 2; ${plain}`, { n: 0 })).toBeLessThan(1_000);
    const window = 'refuse (tool == "t") when { args.n + args.m >= 100 && args.n + args.m <= 102 };';
    const found = flips(`dialect 2; default allow; ${plain} ${window}`, { n: 0, m: 50 });
    expect(found).toContainEqual({ path: 'args.n', from: 0, to: 50, answer: 'refuse' });
  });
});
