import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomHistoryTest } from '../../testing/history-tests.js';
import { seededRandom } from '../../testing/index.js';
import { compilePolicy } from '../compile.js';
import { interpretPolicy } from '../interpret.js';
import type { Call, Context, Decision, HistoryEvent } from '../types.js';
import { openHistory } from './store.js';
import { CATALOGUE, HOUR, loadWorld, NOW } from './testing/world.js';

/*
 * Histories in which next to nothing is certain: few names, so that calls are mixed up as often as can be, names left out, events
 * of the future.
 */

const maybe = <Value>(...values: readonly Value[]): fc.Arbitrary<Value | undefined> =>
  fc.constantFrom(...values, ...values, undefined);

const happening = fc.record({
  wait: fc.constantFrom(0, 0, 1, HOUR / 2, HOUR, HOUR + 1),
  tool: fc.constantFrom('t', 'u', 'u', 'never'),
  state: fc.constantFrom<HistoryEvent['state']>('requested', 'allowed', 'confirmed', 'ok', 'ok', 'failed', 'refused'),
  call_id: maybe('a', 'b'),
  principal: maybe('p1', 'q'),
  session: maybe('s', 'r'),
  customer: maybe('c'),
  amount: fc.constantFrom('10.00 EUR', '100.00 EUR', '-5.00 EUR', '1.00 USD', undefined),
  id: maybe('drop', 'x'),
});

const names = fc.record({ principal: maybe('p1', 'q'), session: maybe('s', 'r'), customer: maybe('c') });

const world = fc
  .record({
    seed: fc.nat(),
    depth: fc.constantFrom(0, 0, 1, 2),
    happenings: fc.array(happening, { maxLength: 6 }),
    names,
    now: fc.constantFrom(0, 0, 0, 1, HOUR, -1, -HOUR, undefined),
    args: fc.record({
      amount: fc.constantFrom('10.00 EUR', '100.00 EUR', undefined),
      id: maybe('drop', 'x'),
      ids: fc.constantFrom([], ['drop'], ['x', 'drop'], undefined),
    }),
  })
  .map(({ seed, depth, happenings, names: { principal, session, customer }, now, args }) => {
    let at = NOW;
    const history = happenings.map(({ wait, amount, id, ...event }) => {
      at += wait;
      return known<HistoryEvent>({ ...event, at, args: known({ amount, id }) });
    });
    const context: Context = known({
      principal: known({ id: principal }),
      session: known({ id: session, customer }),
      now: now === undefined ? undefined : at + now,
      history,
    });
    const tool = CATALOGUE.tools.filter(({ name }) => name === 't');
    return {
      condition: randomHistoryTest(seededRandom(seed), CATALOGUE, tool, depth),
      call: { tool: 't', args: known(args) },
      context,
    };
  });

/** Without the members that are undefined. */
function known<Whole extends object>(object: { readonly [Name in keyof Whole]: Whole[Name] | undefined }): Whole {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Whole;
}

const TRUTHS: Readonly<Partial<Record<Decision['slug'], boolean | null>>> = {
  refused: true,
  no_rule: false,
  guard_undefined: null,
};

/** Loads a condition on the history of a call of `t`; null when it is not well typed. */
function loadCondition(condition: string): ReturnType<typeof loadWorld> {
  return loadWorld(`dialect 2; default allow; refuse (tool == "t") when history { ${condition} };`);
}

function truthOf({ core }: ReturnType<typeof loadWorld>, call: Call, context: Context): boolean | null | undefined {
  return TRUTHS[compilePolicy(core).decide(call, context).slug];
}

describe('conditions on histories in which little is certain', () => {
  it('have one truth by all ways to look at a history', () => {
    const found = new Map<unknown, number>();
    fc.assert(
      fc.property(world, ({ condition, call, context }) => {
        const loaded = loadCondition(condition);
        const decider = compilePolicy(loaded.core);
        const decision = decider.decide(call, context);
        found.set(decision.slug, (found.get(decision.slug) ?? 0) + 1);
        expect(interpretPolicy(loaded.tree, loaded.environment, call, context)).toEqual(decision);
        const monitor = openHistory(loaded.core);
        for (const each of context.history ?? []) monitor.append(each);
        expect(decider.decideWith(monitor, call, context)).toEqual(decision);
        if (context.now === undefined) return;
        monitor.passed(context.now);
        expect(decider.decideWith(monitor, call, context)).toEqual(decision);
      }),
      { numRuns: 2_000 },
    );
    for (const slug of ['refused', 'no_rule', 'guard_undefined']) expect(found.get(slug)).toBeGreaterThan(120);
  });

  it('are as before or undefined when something is no longer known', () => {
    const place = fc.record({ index: fc.nat(5), part: fc.constantFrom('call_id', 'principal', 'session', 'customer') });
    const lost = fc.record({
      events: fc.array(place, { maxLength: 3 }),
      context: fc.subarray(['principal', 'session', 'now'] as const),
    });
    let losses = 0;
    fc.assert(
      fc.property(world, lost, ({ condition, call, context }, { events, context: parts }) => {
        const loaded = loadCondition(condition);
        const history = (context.history ?? []).map((event, at) => {
          const gone = new Set(events.flatMap(({ index, part }) => (index === at ? [part] : [])));
          return Object.fromEntries(Object.entries(event).filter(([name]) => !gone.has(name as never))) as never;
        });
        const rest = Object.entries(context).filter(([name]) => !parts.includes(name as never));
        const less = { ...(Object.fromEntries(rest) as Context), history };
        const [before, after] = [truthOf(loaded, call, context), truthOf(loaded, call, less)];
        expect([before, null]).toContain(after);
        if (before !== after) losses++;
      }),
      { numRuns: 2_000 },
    );
    expect(losses).toBeGreaterThan(40);
  });
});

describe('nested `since`', () => {
  /** How often the states of events are looked at to decide a call under so many of them. */
  function looks(depth: number, quantified: boolean): readonly [number, number] {
    const inner = quantified ? 'formerly within session t.ok{ id: each }' : 'formerly within session t.ok';
    let condition = inner;
    for (let i = 0; i < depth; i++) condition = `(${condition}) since within session t.failed`;
    if (quantified) condition = `args.ids.all(each, ${condition})`;
    const { core, tree, environment } = loadCondition(condition);
    let count = 0;
    const history = Array.from({ length: 40 }, (_, i): HistoryEvent => {
      const state = i % 2 === 0 ? 'failed' : 'ok';
      const event = { tool: 't', at: NOW + i, args: { id: 'x' }, principal: 'p', session: 's' };
      return Object.defineProperty({ ...event, state }, 'state', {
        get: () => {
          count++;
          return state;
        },
      });
    });
    const call = { tool: 't', args: { ids: ['x', 'y', 'z'] } };
    const context = { principal: { id: 'p' }, session: { id: 's' }, now: NOW + 40, history };
    const decision = compilePolicy(core).decide(call, context);
    const compiled = count;
    expect(interpretPolicy(tree, environment, call, context)).toEqual(decision);
    return [compiled, count - compiled];
  }

  it.each([false, true])('asks each of them at each moment once (under a quantifier: %s)', (quantified) => {
    const [one, two, six] = [looks(1, quantified), looks(2, quantified), looks(6, quantified)];
    for (const evaluator of [0, 1] as const) {
      const [first, second, sixth] = [one[evaluator], two[evaluator], six[evaluator]];
      expect(sixth).toBeGreaterThan(second);
      expect(sixth - second).toBeLessThanOrEqual(4 * (second - first) + 4 * 40 * 41 * 3);
      expect(sixth).toBeLessThan(8 * 40 * 41 * 3);
    }
  });
});
