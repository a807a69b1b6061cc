import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { pick, randomCall, randomContext, randomPolicy, seededRandom, zoo } from '../../testing/index.js';
import { compilePolicy } from '../compile.js';
import type { HistoryEvent } from '../types.js';
import { openHistory } from './store.js';
import { event, HOUR, loadConditions, NOW } from './testing/world.js';

describe('openHistory', () => {
  it('refuses events out of order, and histories of another policy', () => {
    const { core } = loadConditions('formerly within 1h u.ok');
    const monitor = openHistory(core);
    monitor.append(event('ok', 1));
    expect(() => monitor.append(event('ok', 2))).toThrow(RangeError);
    expect(monitor.size).toBe(1);
    const other = compilePolicy(loadConditions('formerly within 1h u.failed').core);
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
    /** What is held of 10,000 events, one a minute and each of a call and a principal of its own, after the last of them. */
    function heldOf(...conditions: readonly string[]): number {
      const monitor = openHistory(loadConditions(...conditions).core);
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
        .map(([not, op, inner, outer]) => `(${not}${op} within ${inner}h u.failed) since within ${outer}h u.ok`),
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
            const { core } = loadConditions(...conditions);
            const [decider, monitor] = [compilePolicy(core), openHistory(core)];
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
      ['since, and what it judges', ['(!formerly within 1h u.failed) since within 2h u.ok'], 2 * 182],
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
      const { core } = loadConditions(condition);
      const monitor = openHistory(core);
      for (const each of history) monitor.append(each);
      monitor.passed(NOW);
      expect(monitor.held).toBeLessThan(10);
      const decision = compilePolicy(core).decideWith(
        monitor,
        { tool: 't', args: {} },
        { now: NOW, principal: { id: 'p' } },
      );
      expect(decision.slug).toBe('refused');
    });

    it('holds all that a condition within session may still count', () => {
      expect(heldOf('formerly within session u.ok')).toBe(10_000);
      expect(heldOf('(formerly within session u.failed) since within 1h u.ok')).toBe(10_000);
      expect(heldOf('(formerly within 1h u.failed) since within session u.ok')).toBe(10_000);
    });

    it('is not asked for an earlier time, or for none', () => {
      const { core } = loadConditions('formerly within 1h u.ok');
      const [decider, monitor, call] = [compilePolicy(core), openHistory(core), { tool: 't', args: {} }];
      expect(() => decider.decideWith(monitor, call, {})).not.toThrow();
      monitor.passed(NOW);
      monitor.passed(NOW - 1);
      expect(() => decider.decideWith(monitor, call, { now: NOW - 1 })).toThrow(RangeError);
      expect(() => decider.decideWith(monitor, call, {})).toThrow(RangeError);
      expect(() => decider.decideWith(monitor, call, { now: NOW })).not.toThrow();
    });

    it('still takes no event before the last one', () => {
      const monitor = openHistory(loadConditions('previous within 1h u.ok').core);
      monitor.append(event('ok', 0));
      monitor.passed(NOW + 100 * HOUR);
      expect(() => monitor.append(event('ok', 1))).toThrow(RangeError);
    });
  });
});
