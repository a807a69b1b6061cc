import { describe, expect, it } from 'vitest';
import { corpus, randomCall, randomContext, randomPolicy, seededRandom, zoo } from '@ostiary/policy/testing';
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
    const catalogues = [zoo, ...corpus.map(({ catalogue }) => catalogue)];
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
