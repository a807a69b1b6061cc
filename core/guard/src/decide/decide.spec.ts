import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingReads } from './missing.js';
import type { PreparedPolicy } from '../prepare/prepare.js';
import { prepared } from '../testing/index.js';
import { decide, decideOnce } from './decide.js';

const text = `dialect 2; default refuse;
  @id("a") allow (tool == "t") when { args.n <= 5 && principal.role == "lead" };
  @id("b") confirm (tool in ["t","u"]) when { session.plan == "gold" && label(args.body, "untrusted") };
  @id("c") refuse (tool == "u") when history { count(u.ok) within 1h by customer >= 2 };
  @id("d") refuse (tool == "v") when { now.hour < 6 || session.label("x") };
  @id("e") refuse (tool == "w") when { args.m in EUR using rates@v3 > 5.00 EUR };`;
const policy = prepared(text);

describe('decide', () => {
  it('gives no answer when the evaluators differ', () => {
    const other = prepared('dialect 2; default allow; refuse (tool == "x");');
    const mixed: PreparedPolicy = { ...policy, decider: other.decider };
    expect(() => decide(mixed, { tool: 't', args: { secret: 'hunter2' } }, {})).toThrow(
      /^compiled: allow no_rule \[\]; interpreted: /,
    );
    expect(() => decide(mixed, { tool: 't', args: { secret: 'hunter2' } }, {})).not.toThrow('hunter2');
  });

  it('agrees with the compiled evaluator on any call', () => {
    const args = fc.record(
      { n: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.jsonValue()), body: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const principal = fc.record({ role: fc.constantFrom('lead', 'LEAD ', 'agent', 7) }, { requiredKeys: [] });
    fc.assert(
      fc.property(
        fc.constantFrom('t', 'u', 'v', 'w', 'x', '__proto__', 'constructor'),
        args,
        principal,
        (tool, given, who) => {
          expect(decide(policy, { tool, args: given }, { principal: who })).toEqual(
            decideOnce(policy, { tool, args: given }, { principal: who }),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('missingReads', () => {
  const missing = (
    tool: string,
    context: Parameters<typeof missingReads>[2],
    unknown: string[] = [],
  ): readonly string[] => missingReads(policy.core, { tool, args: {} }, context, unknown);

  it('names what the rules of the tool read and nobody gives', () => {
    expect(missing('t', {})).toEqual(['labels', 'principal.role', 'session.plan']);
    expect(missing('t', { principal: { role: 'lead' }, session: { plan: 'gold' }, labels: { args: {} } })).toEqual([]);
    expect(missing('u', { session: { plan: 'x' }, labels: { args: {} } })).toEqual([
      'now',
      'session.customer',
      'session.history',
    ]);
    expect(missing('u', { session: { plan: 'x', customer: 'c' }, labels: { args: {} }, history: [], now: 0 })).toEqual(
      [],
    );
    expect(missing('v', {})).toEqual(['now', 'session.labels']);
    expect(missing('v', { now: 0, labels: { session: [] } })).toEqual([]);
    expect(missing('w', {})).toEqual(['rates']);
    // Of another version than the policy asks for.
    expect(missing('w', { rates: { v2: { USD: { EUR: '1' } } } })).toEqual(['rates']);
    expect(missing('w', { rates: { v3: {} } })).toEqual([]);
    expect(missing('x', {})).toEqual([]);
  });

  it('takes an argument for missing only when it is said to be', () => {
    const context = { principal: { role: 'x' }, session: { plan: 'x' }, labels: { args: {} } };
    expect(missing('t', context)).toEqual([]);
    expect(missing('t', context, ['n', 'other'])).toEqual(['args.n']);
  });

  it('does not take what a prototype lends for an attribute', () => {
    const inherited = Object.create({ role: 'lead' }) as Record<string, unknown>;
    expect(missing('t', { principal: inherited, session: { plan: 'x' }, labels: { args: {} } })).toEqual([
      'principal.role',
    ]);
  });
});
