import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { pick, randomCall, randomContext, randomPolicy, seededRandom, zoo } from '../../testing/index.js';
import { compilePolicy } from '../compile.js';
import { interpretPolicy } from '../interpret.js';
import type { Context, Decision, HistoryEvent } from '../types.js';
import { openHistory } from './store.js';

const HOUR = 3_600_000;
const NOW = 100 * HOUR;

/** Whether `condition` holds for a call of `t` by p in session s, by all three ways to look at a history. */
function judge(
  condition: string,
  history: readonly HistoryEvent[] | undefined,
  context: Context = {},
  args: Record<string, unknown> = { amount: '10.00 EUR', id: 'a' },
): boolean | undefined {
  const text = `dialect 2; default allow; define typed = args.amount > 0.00 EUR; refuse (tool == "t") when history { ${condition} }; confirm (tool == "never") when { typed };`;
  const loaded = loadPolicy(text, { catalogue: CATALOGUE });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const [call, full] = [
    { tool: 't', args },
    { principal: { id: 'p' }, session: { id: 's', customer: 'c' }, now: NOW, ...(history && { history }), ...context },
  ];
  const decider = compilePolicy(loaded.core);
  const decision = decider.decide(call, full);
  expect(interpretPolicy(loaded.tree, loaded.environment, call, full)).toEqual(decision);
  const monitor = openHistory(loaded.core);
  for (const each of history ?? []) monitor.append(each);
  // No history is unknown; a monitor without events is a history in which nothing happened.
  expect(history === undefined ? decision : decider.decideWith(monitor, call, full)).toEqual(decision);
  return TRUTHS[decision.slug];
}

const TRUTHS: Readonly<Partial<Record<Decision['slug'], boolean>>> = { refused: true, no_rule: false };
const record = {
  kind: 'record',
  fields: {
    amount: { type: { kind: 'money' }, required: true },
    id: { type: { kind: 'string', format: 'keyword' }, required: false },
  },
} as const;
const CATALOGUE = {
  name: 'c',
  tools: ['t', 'u', 'never'].map((name) => ({ name, args: record, classes: ['write'] as const })),
};

const event = (state: HistoryEvent['state'], ageMs: number, more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  tool: 'u',
  state,
  at: NOW - ageMs,
  args: { amount: '10.00 EUR', id: 'a' },
  principal: 'p',
  session: 's',
  customer: 'c',
  ...more,
});

describe('formerly', () => {
  it.each<[string, string, HistoryEvent[], boolean | undefined]>([
    ['the window is closed at its old end', 'formerly within 1h u.ok', [event('ok', HOUR)], true],
    ['and nothing older counts', 'formerly within 1h u.ok', [event('ok', HOUR + 1)], false],
    ['another state is not it', 'formerly within 1h u.ok', [event('failed', 1)], false],
    ['another tool is not it', 'formerly within 1h u.ok', [event('ok', 1, { tool: 't' })], false],
    [
      'fields are compared in normal form',
      'formerly within 1h u.ok{ id: args.id }',
      [event('ok', 1, { args: { id: ' A ' } })],
      true,
    ],
    [
      'a different field decides',
      'formerly within 1h u.ok{ id: args.id, amount: args.amount }',
      [event('ok', 1, { args: { id: 'b' } })],
      false,
    ],
    [
      'an absent field leaves it open',
      'formerly within 1h u.ok{ id: args.id }',
      [event('ok', 1, { args: {} })],
      undefined,
    ],
    [
      'another currency leaves it open',
      'formerly within 1h u.ok{ amount: args.amount }',
      [event('ok', 1, { args: { amount: '10.00 USD' } })],
      undefined,
    ],
    [
      'a certain event outweighs an open one',
      'formerly within 1h u.ok{ id: args.id }',
      [event('ok', 2), event('ok', 1, { args: {} })],
      true,
    ],
    ['presence of a field', 'formerly within 1h u.ok{ id: * }', [event('ok', 1, { args: { id: 7 } })], true],
    ['absence of a field', 'formerly within 1h u.ok{ id: * }', [event('ok', 1, { args: {} })], false],
    [
      'within session asks for the same session',
      'formerly within session u.ok',
      [event('ok', 99 * HOUR), event('ok', 1, { session: 'other' })],
      true,
    ],
    ['and not for another', 'formerly within session u.ok', [event('ok', 1, { session: 'other' })], false],
    [
      'an event of no known session leaves it open',
      'formerly within session u.ok',
      [event('ok', 1, { session: undefined })],
      undefined,
    ],
  ])('%s', (_, condition, history, expected) => expect(judge(condition, history)).toBe(expected));

  it('is undefined without a history, and without the time when an event could lie in the window', () => {
    expect(judge('formerly within 1h u.ok', undefined)).toBeUndefined();
    expect(judge('formerly within 1h u.ok', [event('ok', 1)], { now: undefined })).toBeUndefined();
    expect(judge('formerly within 1h u.ok', [event('failed', 1)], { now: undefined })).toBe(false);
  });
});

describe('open', () => {
  const call = { call_id: 'k' };
  it.each<[string, HistoryEvent[], boolean]>([
    ['allowed and in flight', [event('allowed', 2, call)], true],
    ['succeeded', [event('allowed', 2, call), event('ok', 1, call)], true],
    ['only its result is on record', [event('ok', 1, call)], true],
    ['failed', [event('allowed', 2, call), event('failed', 1, call)], false],
    ['refused after it was confirmed', [event('confirmed', 2, call), event('refused', 1, call)], false],
    ['only requested', [event('requested', 1, call)], false],
    ['failed, then allowed again', [event('failed', 2, call), event('allowed', 1, call)], true],
    ['a failure of another call', [event('allowed', 2, call), event('failed', 1, { call_id: 'other' })], true],
    ['a failure of a call without id', [event('allowed', 2), event('failed', 1)], true],
  ])('%s', (_, history, expected) => expect(judge('formerly within 1h u.open', history)).toBe(expected));

  it('counts a call once, with the arguments that ran last', () => {
    const history = [
      event('confirmed', 3, { ...call, args: { amount: '1.00 EUR' } }),
      event('allowed', 2, { ...call, args: { amount: '30.00 EUR' } }),
    ];
    expect(judge('count(u.open) within 1h by principal == 1', history)).toBe(true);
    expect(judge('sum(u.open.amount in EUR) within 1h by principal == 30.00 EUR', history)).toBe(true);
  });
});

describe('previous and since', () => {
  it.each<[string, string, HistoryEvent[], boolean]>([
    ['previous is the last event', 'previous within 1h u.ok', [event('ok', 2)], true],
    ['and no earlier one', 'previous within 1h u.ok', [event('ok', 2), event('failed', 1)], false],
    ['in the window only', 'previous within 1h u.ok', [event('ok', 2 * HOUR)], false],
    ['of no history', 'previous within 1h u.ok', [], false],
    [
      'since: nothing happened after',
      '!(formerly within session u.failed) since within 1h u.ok',
      [event('ok', 2)],
      true,
    ],
    [
      'since: it failed after',
      '!(formerly within session u.failed) since within 1h u.ok',
      [event('ok', 2), event('failed', 1)],
      false,
    ],
    [
      'since: judged at each later moment',
      '(formerly within 1h u.requested) since within 24h u.ok',
      [event('requested', 3 * HOUR), event('ok', 3 * HOUR), event('refused', 2.5 * HOUR)],
      false,
    ],
    [
      'since: a later occasion will do',
      '!(formerly within session u.failed) since within 1h u.ok || formerly within 1h u.failed',
      [event('failed', 2), event('ok', 1)],
      true,
    ],
  ])('%s', (_, condition, history, expected) => expect(judge(condition, history)).toBe(expected));
});

describe('count and sum', () => {
  const three = [event('ok', 3), event('ok', 2), event('ok', 1)];
  it.each<[string, string, HistoryEvent[], boolean | undefined]>([
    ['counts', 'count(u.ok) within 1h by principal >= 3', three, true],
    [
      'not those of others',
      'count(u.ok) within 1h by principal >= 3',
      [...three.slice(1), event('ok', 0, { principal: 'q' })],
      false,
    ],
    [
      'an event of nobody may count',
      'count(u.ok) within 1h by principal >= 3',
      [...three.slice(1), event('ok', 0, { principal: undefined })],
      undefined,
    ],
    [
      'or may not matter',
      'count(u.ok) within 1h by principal >= 2',
      [...three.slice(1), event('ok', 0, { principal: undefined })],
      true,
    ],
    [
      'by customer',
      'count(u.ok) within 1h by customer == 2',
      [event('ok', 2), event('ok', 1), event('ok', 0, { customer: 'd' })],
      true,
    ],
    ['sums equal amounts each time', 'sum(u.ok.amount in EUR) within 1h by session == 30.00 EUR', three, true],
    ['with the present call', 'sum(u.ok.amount in EUR) within 1h by session including this > 30.00 EUR', three, true],
    ['without it', 'sum(u.ok.amount in EUR) within 1h by session > 30.00 EUR', three, false],
    [
      'another currency leaves the sum unknown',
      'sum(u.ok.amount in EUR) within 1h by session > 30.00 EUR',
      [event('ok', 1, { args: { amount: '1.00 USD' } })],
      undefined,
    ],
    [
      'unless it is out of the window',
      'sum(u.ok.amount in EUR) within 1h by session > 30.00 EUR',
      [event('ok', 2 * HOUR, { args: { amount: '1.00 USD' } })],
      false,
    ],
    [
      'an amount that may belong to it',
      'sum(u.ok.amount in EUR) within 1h by session > 25.00 EUR',
      [...three.slice(1), event('ok', 0, { session: undefined })],
      undefined,
    ],
    [
      'an amount no one can read',
      'sum(u.ok.amount in EUR) within 1h by session >= 0.00 EUR',
      [event('ok', 1, { args: {} })],
      undefined,
    ],
    [
      'a sum beyond exact numbers',
      'sum(u.ok.amount in EUR) within 1h by session > 0.00 EUR',
      [
        event('ok', 2, { args: { amount: '90000000000000.00 EUR' } }),
        event('ok', 1, { args: { amount: '10000000000000.00 EUR' } }),
      ],
      undefined,
    ],
  ])('%s', (_, condition, history, expected) => expect(judge(condition, history)).toBe(expected));

  it('is unknown, not zero, when the present has no key and events could belong to it', () => {
    expect(judge('count(u.ok) within 1h by principal >= 3', three, { principal: {} })).toBeUndefined();
    expect(judge('count(u.ok) within 1h by principal >= 4', three, { principal: {} })).toBe(false);
  });
});

describe('openHistory', () => {
  it('refuses events out of order, and histories of another policy', () => {
    const load = (text: string) => {
      const loaded = loadPolicy(text, { catalogue: CATALOGUE });
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
      return loaded.core;
    };
    const core = load('dialect 2; refuse (tool == "t") when history { formerly within 1h u.ok };');
    const monitor = openHistory(core);
    monitor.append(event('ok', 1));
    expect(() => monitor.append(event('ok', 2))).toThrow(RangeError);
    expect(monitor.size).toBe(1);
    const other = compilePolicy(load('dialect 2; refuse (tool == "t") when history { formerly within 1h u.failed };'));
    expect(() => other.decideWith(monitor, { tool: 't', args: {} }, { now: NOW })).toThrow(/another policy/);
  });

  it('agrees with looking through the history while it grows, at any time asked that has not passed', () => {
    const rng = seededRandom(21);
    let asked = 0;
    let [held, given] = [0, 0];
    for (let i = 0; i < 60; i++) {
      const loaded = loadPolicy(randomPolicy(rng, zoo, 2), { catalogue: zoo });
      if (!loaded.ok) throw new Error('not loaded');
      const decider = compilePolicy(loaded.core);
      const [monitor, forgetting] = [openHistory(loaded.core), openHistory(loaded.core)];
      const history: HistoryEvent[] = [];
      let at = NOW;
      for (let j = 0; j < 25; j++) {
        for (const each of randomContext(rng, zoo).history ?? []) {
          at += pick(rng, [0, 1, HOUR / 2]);
          history.push({ ...each, at });
          monitor.append({ ...each, at });
          forgetting.append({ ...each, at });
        }
        forgetting.passed(at - HOUR);
        const context = { ...randomContext(rng, zoo), history, now: at - pick(rng, [0, 0, HOUR, -HOUR]) };
        const call = randomCall(rng, zoo);
        const plain = decider.decide(call, context);
        expect(decider.decideWith(monitor, call, context)).toEqual(plain);
        expect(decider.decideWith(forgetting, call, context)).toEqual(plain);
        asked++;
      }
      held += forgetting.held;
      given += forgetting.size;
    }
    expect(asked).toBe(1_500);
    expect(held).toBeLessThan(given / 2);
  });

  describe('told what time has passed', () => {
    const monitorOf = (...conditions: readonly string[]): ReturnType<typeof openHistory> => {
      const rules = conditions.map((each) => `refuse (tool == "t") when history { ${each} };`).join('\n');
      const loaded = loadPolicy(`dialect 2;\n${rules}`, { catalogue: CATALOGUE });
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
      return openHistory(loaded.core);
    };
    /** What is held of 10,000 events, one a minute and each of a call and a principal of its own, after the last of them. */
    function heldOf(...conditions: readonly string[]): number {
      const monitor = monitorOf(...conditions);
      for (let minute = 0; minute < 10_000; minute++) {
        const at = NOW + minute * 60_000;
        monitor.append(event('ok', 0, { at, call_id: `c${minute}`, principal: `p${minute}` }));
        monitor.passed(at);
      }
      expect(monitor.size).toBe(10_000);
      return monitor.held;
    }

    const hours = fc.integer({ min: 0, max: 5 });
    const someCondition = fc.oneof(
      fc
        .tuple(fc.constantFrom('ok', 'open'), hours, fc.integer({ min: 1, max: 4 }))
        .map(([state, window, bound]) => `count(u.${state}) within ${window}h by principal == ${bound}`),
      fc
        .tuple(hours, fc.integer({ min: 1, max: 4 }))
        .map(([window, bound]) => `sum(u.open.amount in EUR) within ${window}h by session == ${bound}0.00 EUR`),
      fc
        .tuple(fc.constantFrom('formerly', 'previous'), fc.constantFrom('ok', 'failed', 'open'), hours)
        .map(([op, state, window]) => `${op} within ${window}h u.${state}`),
      fc
        .tuple(fc.constantFrom('', '!'), fc.constantFrom('formerly', 'previous'), hours, hours)
        .map(([not, op, inner, outer]) => `${not}(${op} within ${inner}h u.failed) since within ${outer}h u.ok`),
    );
    const happening = fc.record({
      wait: fc.constantFrom(0, HOUR / 2, HOUR, HOUR + 1, 3 * HOUR),
      tool: fc.constantFrom('u', 'u', 'u', 't'),
      state: fc.constantFrom<HistoryEvent['state']>('ok', 'ok', 'failed', 'allowed'),
      call_id: fc.constantFrom('a', 'b', 'c', undefined),
      principal: fc.constantFrom('p', 'p', 'q', undefined),
      args: fc.constantFrom({ amount: '10.00 EUR' }, { amount: '20.00 EUR' }, {}),
    });

    it('answers as before for every time from then on', () => {
      fc.assert(
        fc.property(
          fc.array(someCondition, { minLength: 1, maxLength: 4 }),
          fc.array(happening, { minLength: 1, maxLength: 40 }),
          fc.constantFrom(0, HOUR / 2, 2 * HOUR),
          (conditions, happenings, ahead) => {
            const rules = conditions.map((each) => `refuse (tool == "t") when history { ${each} };`).join('\n');
            const loaded = loadPolicy(`dialect 2;\n${rules}`, { catalogue: CATALOGUE });
            if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
            const [decider, monitor] = [compilePolicy(loaded.core), openHistory(loaded.core)];
            const history: HistoryEvent[] = [];
            let at = NOW;
            for (const { wait, ...more } of happenings) {
              at += wait;
              const next = event('ok', 0, { ...more, at });
              history.push(next);
              monitor.append(next);
              monitor.passed(at + ahead);
              const context = { principal: { id: 'p' }, session: { id: 's' }, now: at + ahead, history };
              const call = { tool: 't', args: {} };
              expect(decider.decideWith(monitor, call, context)).toEqual(decider.decide(call, context));
            }
          },
        ),
        { numRuns: 300 },
      );
    });

    it.each<[string, readonly string[], number]>([
      ['the longest window', ['formerly within 1h u.ok', 'count(u.ok) within 2h by principal > 3'], 2 * 122],
      ['the window of open calls', ['sum(u.open.amount in EUR) within 1h by principal > 3.00 EUR'], 2 * 62],
      ['the last event', ['previous within 1h u.ok'], 2 * 62],
      ['since, and what it judges', ['!(formerly within 1h u.failed) since within 2h u.ok'], 2 * 182],
    ])('holds at most twice what is needed: %s', (_, conditions, most) => {
      expect(heldOf(...conditions)).toBeLessThanOrEqual(most);
    });

    it('holds what `since` judges at moments before its own window began', () => {
      const condition = '(formerly within 2h u.failed) since within 2h u.ok';
      const history = [
        ...Array.from({ length: 30 }, () => event('requested', 10 * HOUR)),
        event('failed', 2.5 * HOUR),
        event('ok', 1.5 * HOUR),
        event('requested', 1.4 * HOUR),
        event('failed', 0.1 * HOUR),
      ];
      const loaded = loadPolicy(`dialect 2; refuse (tool == "t") when history { ${condition} };`, {
        catalogue: CATALOGUE,
      });
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
      const monitor = openHistory(loaded.core);
      for (const each of history) monitor.append(each);
      monitor.passed(NOW);
      expect(monitor.held).toBeLessThan(10);
      const decision = compilePolicy(loaded.core).decideWith(monitor, { tool: 't', args: {} }, { now: NOW });
      expect(decision.slug).toBe('refused');
    });

    it('holds all that a condition within session may still count', () => {
      expect(heldOf('formerly within session u.ok')).toBe(10_000);
      expect(heldOf('(formerly within session u.failed) since within 1h u.ok')).toBe(10_000);
      expect(heldOf('(formerly within 1h u.failed) since within session u.ok')).toBe(10_000);
    });

    it('is not asked for an earlier time, or for none', () => {
      const loaded = loadPolicy('dialect 2; refuse (tool == "t") when history { formerly within 1h u.ok };', {
        catalogue: CATALOGUE,
      });
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
      const [decider, monitor, call] = [compilePolicy(loaded.core), openHistory(loaded.core), { tool: 't', args: {} }];
      expect(() => decider.decideWith(monitor, call, {})).not.toThrow();
      monitor.passed(NOW);
      monitor.passed(NOW - 1);
      expect(() => decider.decideWith(monitor, call, { now: NOW - 1 })).toThrow(RangeError);
      expect(() => decider.decideWith(monitor, call, {})).toThrow(RangeError);
      expect(() => decider.decideWith(monitor, call, { now: NOW })).not.toThrow();
    });

    it('still takes no event before the last one', () => {
      const monitor = monitorOf('previous within 1h u.ok');
      monitor.append(event('ok', 0));
      monitor.passed(NOW + 100 * HOUR);
      expect(() => monitor.append(event('ok', 1))).toThrow(RangeError);
    });
  });
});
