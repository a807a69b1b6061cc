import { exactNumber } from '@ostiary/json';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogues, randomCall, randomContext, randomPolicy, seededRandom, zoo } from '../testing/index.js';
import { below, type Rng } from '../testing/random.js';
import { type CountedPolicy, countedPolicy } from '../../../../tools/testing/steps/counted-policy.js';
import type { Call, Context } from './types.js';

/** A value with longer texts and lists in the places of its own. See docs/adr/0078. */
function grown(value: unknown, rng: Rng): unknown {
  if (typeof value === 'string') return below(rng, 3) === 0 ? value.repeat(1 + below(rng, 200)) : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => grown(item, rng));
    return below(rng, 3) === 0 ? Array.from({ length: below(rng, 60) }, () => items).flat() : items;
  }
  if (typeof value !== 'object' || value === null || !('constructor' in value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, grown(member, rng)]));
}

function grownHistory({ history, ...rest }: Context, rng: Rng): Context {
  if (!history) return rest;
  const events = Array.from({ length: 1 + below(rng, 30) }, () => history).flat();
  return { ...rest, history: events.toSorted((a, b) => a.at - b.at) };
}

describe('the work of a decision', () => {
  let counted: CountedPolicy;
  beforeAll(async () => {
    counted = await countedPolicy();
  });

  /** Steps of both evaluators for each step that was said to be the most. */
  function shareUsed(
    text: string,
    options: { readonly catalogue?: typeof zoo },
    cases: readonly [Call, Context][],
  ): number {
    const { policy, steps } = counted;
    const loaded = policy.loadPolicy(text, options);
    if (!loaded.ok) throw new Error(`${text}\n${JSON.stringify(loaded.diagnostics)}`);
    const decider = policy.compilePolicy(loaded.core);
    const work = policy.workOf(loaded.core);
    const shares = cases.map(([call, context]) => {
      // The first call of a tool compiles its rules, whatever the call is.
      decider.decide({ tool: call.tool, args: {} }, {});
      const compiled = steps(() => decider.decide(call, context));
      const interpreted = steps(() => policy.interpretPolicy(loaded.tree, loaded.environment, call, context));
      return Math.max(compiled, interpreted) / work(call, context);
    });
    return Math.max(...shares);
  }

  it('is never more than was said beforehand, for random policies over small calls and large ones', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const rng = seededRandom(seed);
        const catalogue = catalogues[seed % catalogues.length] ?? zoo;
        const text = randomPolicy(rng, catalogue, seed % 3 === 0 ? 1 : 2);
        const cases = Array.from({ length: 20 }, (_, i): [Call, Context] => {
          const [call, context] = [randomCall(rng, catalogue), randomContext(rng, catalogue)];
          if (i % 2 === 0) return [call, context];
          return [{ ...call, args: grown(call.args, rng) as Call['args'] }, grownHistory(context, rng)];
        });
        expect(shareUsed(text, { catalogue }, cases)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  const list = Array.from({ length: 40 }, (_, i) => i);
  const nested = 'args.l.any(a, args.l.any(b, args.l.any(c, a + b + c == 1)))';
  const summed = 'args.l.sum(a, args.l.sum(b, args.l.sum(c, a + b + c)))';
  const event = (at: number) => ({ tool: 't', state: 'ok', at, args: { n: 1, s: 'x'.repeat(50) } }) as const;
  const history = Array.from({ length: 60 }, (_, i) => event(i));

  it.each<[string, string, Call['args'], Context]>([
    ['quantifiers in quantifiers', `allow (tool == "t") when { ${nested} };`, { l: list }, {}],
    ['what the checker leaves out', `allow (tool == "t") when { ${nested} && tool == "u" };`, { l: list }, {}],
    [
      'and leaves out twice',
      `allow (tool == "t") when { !(${nested} && tool == "u") && has args.x };`,
      { l: list },
      {},
    ],
    [
      'since over since, with a condition at each moment',
      'refuse (tool == "t") when history { (formerly within 1h by anyone t.ok{ s: args.s }) since within 1h by anyone t.ok };',
      { s: 'y'.repeat(50) },
      { now: 60, history, principal: { id: 'p' } },
    ],
    [
      'since in since in since',
      'refuse (tool == "t") when history { (t_ok since within 1h by anyone t.ok) since within 1h by anyone t.ok };'.replace(
        't_ok',
        '((formerly within 1h by anyone t.ok) since within 1h by anyone t.ok)',
      ),
      {},
      { now: 60, history, principal: { id: 'p' } },
    ],
    [
      'a long text under patterns',
      'allow (tool == "t") when { args.s matches "(a|b)*c(a|b)*" || args.s like "*a*b*" };',
      { s: 'ab'.repeat(20_000) },
      {},
    ],
    [
      'two long lists as sets',
      'refuse (tool == "t") when { args.l.containsOnly(args.m) || args.l.containsAny(args.m) };',
      { l: list, m: list.map((n) => n + 100) },
      {},
    ],
    [
      'a long list and many constants as sets',
      `refuse (tool == "t") when { args.l.containsAny(few) || args.l.containsOnly(few) || args.l.containsAll(few) }; list few = [${list.map((n) => n + 100).join(', ')}];`,
      { l: list },
      {},
    ],
    [
      'many constants and no item',
      `refuse (tool == "t") when { args.l.containsAny(few) || args.l.containsOnly(few) }; list few = [${Array.from({ length: 500 }, (_, i) => i).join(', ')}];`,
      { l: [] },
      {},
    ],
    ['an item in a long list', 'refuse (tool == "t") when { args.n in args.l };', { n: -1, l: list }, {}],
    ['sums of sums', `refuse (tool == "t") when { ${summed} == 1 };`, { l: list }, {}],
    [
      'a sum beside what the tool lacks',
      `tool t (l: [int]); tool u (n: int); refuse (tool) when { ${summed} == args.n };`,
      { l: list },
      {},
    ],
    [
      'a test beside what the tool lacks',
      `tool t (l: [int]); tool u (n: int); refuse (tool) when { ${nested} == (args.n == 3) };`,
      { l: list },
      {},
    ],
    [
      'a sum among many constants',
      `refuse (tool == "t") when { ${summed} in [${list.map(String).join(', ')}] };`,
      { l: list },
      {},
    ],
    [
      'products without their many zeros',
      `refuse (tool == "t") when { ${list.map((n) => `args.a * args.b == ${String(n + 2)}`).join(' || ')} };`,
      { a: exactNumber('1e-500'), b: exactNumber('1e500') },
      {},
    ],
    [
      'a sum of digits far apart',
      'refuse (tool == "t") when { args.l.sum(x, args.l.sum(y, x * y)) == 1 };',
      { l: list.map((n) => exactNumber(`1e-${String(12 * n + 1)}`)) },
      {},
    ],
    ['much that nobody reads', 'allow (tool == "t") when { args.n == 1 };', { n: 1, l: list.map(() => list) }, {}],
  ])('covers %s', (_, rule, args, context) => {
    expect(shareUsed(`dialect 2; ${rule}`, {}, [[{ tool: 't', args }, context]])).toBeLessThanOrEqual(1);
  });

  it('counts what is done: twice the items, four times the steps of pairs', () => {
    const { policy, steps } = counted;
    const loaded = policy.loadPolicy(
      'dialect 2; allow (tool == "t") when { args.l.any(a, args.l.any(b, a + b == -1)) };',
    );
    if (!loaded.ok) throw new Error('the policy does not load');
    const of = (count: number): number =>
      steps(() =>
        policy.interpretPolicy(loaded.tree, loaded.environment, { tool: 't', args: { l: list.slice(0, count) } }, {}),
      );
    expect(of(40) / of(20)).toBeGreaterThan(3);
  });
});
