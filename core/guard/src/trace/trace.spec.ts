import { type Call, type Context, variantFor } from '@ostiary/policy';
import { catalogues, randomCall, randomContext, randomPolicy, seededRandom, zoo } from '@ostiary/policy/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../decide/decide.js';
import { prepared } from '../testing/index.js';
import { type Trace, traceCall } from './trace.js';

function traced(text: string, call: Call, context: Context = {}, catalogue?: unknown): Trace {
  const policy = prepared(text, catalogue);
  return traceCall(policy, call, context, decide(policy, call, context));
}

const short = ({ rules }: Trace): unknown =>
  rules.map(({ rule, value, tests }) => [rule, value, ...tests.map((test) => [test.text, test.value, test.cause])]);

describe('traceCall', () => {
  it('shows each conjunct as it is written, with its place, its value and what it reads', () => {
    const text = 'dialect 1;\n@id("small") allow pay when amount <= 100.00 EUR and principal.role == "lead";';
    expect(traced(text, { tool: 'pay', args: { amount: '80.00 EUR' } })).toEqual({
      omitted: 0,
      rules: [
        {
          rule: 'small',
          effect: 'allow',
          value: 'undefined',
          tests: [
            { text: 'amount <= 100.00 EUR', line: 2, column: 29, value: 'true', cause: null, reads: ['args.amount'] },
            {
              text: 'principal.role == "lead"',
              line: 2,
              column: 54,
              value: 'undefined',
              cause: 'absent',
              reads: ['principal.role'],
            },
          ],
        },
      ],
    });
  });

  it.each<[string, string, Call['args'], Context, unknown]>([
    [
      '`unless` is one test',
      'refuse (tool == "t") when { args.a == 1 } unless { args.b == 2 && args.c == 3 };',
      { a: 1, b: 2, c: 3 },
      {},
      [['rule-1', 'false', ['args.a == 1', 'true', null], ['unless { args.b == 2 && args.c == 3 }', 'false', null]]],
    ],
    [
      'conditions on the history',
      'refuse (tool == "t") when history { formerly within 1h t.ok && count(t.ok) within 1h by principal >= 1 };',
      {},
      { now: 1, principal: { id: 'p' } },
      [
        [
          'rule-1',
          'undefined',
          ['formerly within 1h t.ok', 'undefined', 'absent'],
          ['count(t.ok) within 1h by principal >= 1', 'undefined', 'absent'],
        ],
      ],
    ],
    ['a rule without a guard', 'allow (tool == "t"); refuse (tool == "u");', {}, {}, [['rule-1', 'true']]],
    [
      'who a rule is about',
      'allow (principal is Agent, tool == "t") when { args.a == 1 };',
      { a: 1 },
      { principal: { type: 'bot' } },
      [
        [
          'rule-1',
          'false',
          ['allow (principal is Agent, tool == "t") when { args.a == 1 };', 'false', null],
          ['args.a == 1', 'true', null],
        ],
      ],
    ],
  ])('%s', (_, rule, args, context, expected) => {
    expect(short(traced(`dialect 2; ${rule}`, { tool: 't', args }, context))).toEqual(expected);
  });

  it('has none of a call that is refused before any rule is asked', () => {
    expect(traced('dialect 1; allow t;', JSON.parse('{"tool":"t","args":{"__proto__":1}}') as Call).rules).toEqual([]);
  });

  it('shows so many rules at most', () => {
    const rules = Array.from({ length: 250 }, (_, i) => `allow t when n > ${i};`).join('\n');
    const { rules: shown, omitted } = traced(`dialect 1; ${rules}`, { tool: 't', args: { n: 3 } });
    expect([shown.length, omitted]).toEqual([200, 50]);
  });

  it('explains every decision: a rule fired when all its tests were true, or none false where it is strict', () => {
    let tests = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const rng = seededRandom(seed);
        const catalogue = catalogues[seed % catalogues.length] ?? zoo;
        const policy = prepared(randomPolicy(rng, catalogue, seed % 2 === 0 ? 1 : 2), catalogue);
        const [call, context] = [randomCall(rng, catalogue), randomContext(rng, catalogue)];
        const decision = decide(policy, call, context);
        const { rules } = traceCall(policy, call, context, decision);
        for (const { rule, value, tests: each } of rules) {
          tests += each.length;
          const truth = policy.decider.holds(policy.rules.get(rule)?.variants ?? [], call, context, decision);
          expect(value).toBe(typeof truth === 'symbol' ? 'undefined' : String(truth));
          for (const test of each) expect(test.cause === null).toBe(test.value !== 'undefined');
        }
        const inScope = policy.core.rules.filter(({ variants }) => variantFor(variants, call.tool) !== null);
        expect([[], inScope.map(({ id }) => id)]).toContainEqual(rules.map(({ rule }) => rule));
      }),
      { numRuns: 150 },
    );
    expect(tests).toBeGreaterThan(100);
  });
});
