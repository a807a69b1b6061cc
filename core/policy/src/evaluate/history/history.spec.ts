import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../compile.js';
import { interpretPolicy } from '../interpret.js';
import type { Context, Decision, HistoryEvent } from '../types.js';
import { openHistory } from './store.js';
import { event, HOUR, loadWorld, NOW } from './testing/world.js';

/** Whether `condition` holds for a call of `t` by p in session s, by all three ways to look at a history. */
function judge(
  condition: string,
  history: readonly HistoryEvent[] | undefined,
  context: Context = {},
  args: Record<string, unknown> = { amount: '10.00 EUR', id: 'a' },
): boolean | undefined {
  const text = `dialect 2; default allow; define typed = args.amount > 0.00 EUR; refuse (tool == "t") when history { ${condition} }; confirm (tool == "never") when { typed };`;
  const loaded = loadWorld(text);
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
    ['a failure of another call without name', [event('allowed', 2), event('failed', 1)], true],
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
      '(!(formerly within session u.failed)) since within 1h u.ok',
      [event('ok', 2)],
      true,
    ],
    [
      'since: it failed after',
      '(!(formerly within session u.failed)) since within 1h u.ok',
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
      '(!(formerly within session u.failed)) since within 1h u.ok || formerly within 1h u.failed',
      [event('failed', 2), event('ok', 1)],
      true,
    ],
  ])('%s', (_, condition, history, expected) => expect(judge(condition, history)).toBe(expected));
});

describe('which events are of one call', () => {
  const call = { call_id: 'k' };
  const allowed = event('allowed', 2, call);
  it.each<[string, Partial<HistoryEvent>, boolean | undefined]>([
    ['the same in all', {}, false],
    ['the same in all, at this very moment', { at: NOW }, false],
    ['another id', { call_id: 'l' }, true],
    ['another tool', { tool: 't' }, true],
    ['another principal', { principal: 'q' }, true],
    ['another session', { session: 'r' }, true],
    ['no id', { call_id: undefined }, undefined],
    ['no principal', { principal: undefined }, undefined],
    ['no session', { session: undefined }, undefined],
    ['no session, but another principal', { session: undefined, principal: 'q' }, true],
    ['later than now', { at: NOW + 1 }, undefined],
  ])('a failure of %s', (_, of, expected) => {
    expect(judge('formerly within 1h by anyone u.open', [allowed, event('failed', 1, { ...call, ...of })])).toBe(
      expected,
    );
  });

  const OPENS: Readonly<Record<HistoryEvent['state'], boolean | null>> = {
    requested: null,
    allowed: true,
    confirmed: true,
    ok: true,
    failed: false,
    refused: false,
  };
  const STATES = Object.keys(OPENS) as HistoryEvent['state'][];
  it.each(STATES.flatMap((first) => STATES.map((second) => [first, second] as const)))(
    'is open, or not, after %s and %s',
    (first, second) => {
      const open = OPENS[second] ?? OPENS[first] ?? false;
      const history = [event(first, 2, call), event(second, 1, call)];
      expect(judge(`count(u.open) within 1h by anyone == ${open ? '1' : '0'}`, history)).toBe(true);
    },
  );

  it('is not known where both lack a part', () => {
    const nowhere = { ...call, session: undefined };
    const history = [event('allowed', 2, nowhere), event('failed', 1, nowhere)];
    expect(judge('formerly within 1h by anyone u.open', history)).toBeUndefined();
  });

  it('leaves a count between one and all of them', () => {
    const history = [3, 2, 1].map((age) => event('ok', age, { call_id: undefined }));
    const counted = (test: string): boolean | undefined => judge(`count(u.open) within 1h by anyone ${test}`, history);
    expect([counted('>= 1'), counted('>= 2'), counted('> 3')]).toEqual([true, undefined, false]);
  });
});

describe('an event of the future', () => {
  const later = [event('ok', -1)];
  it.each<[string, boolean | undefined]>([
    ['formerly within 1h u.ok', undefined],
    ['formerly within session u.ok', undefined],
    ['formerly within 1h u.failed', false],
    ['previous within 1h u.ok', undefined],
    ['count(u.ok) within 1h by principal >= 1', undefined],
    ['count(u.ok) within 1h by principal >= 2', false],
    ['sum(u.ok.amount) within 1h by principal > 5.00 EUR', undefined],
    ['(formerly within session u.ok) since within 1h u.ok', undefined],
  ])('%s', (condition, expected) => expect(judge(condition, later)).toBe(expected));

  it('leaves what a since holds undefined after it', () => {
    const condition = '(!formerly within session u.failed) since within 1h u.ok';
    expect(judge(condition, [event('ok', 1)])).toBe(true);
    expect(judge(condition, [event('ok', 1), event('requested', -1, { tool: 't' })])).toBeUndefined();
    expect(judge(condition, [event('ok', 2), event('failed', 1), event('requested', -1)])).toBe(false);
  });

  it('may be the latest, or the one before it is', () => {
    expect(judge('previous within 1h u.ok', [event('ok', 1), event('failed', -1)])).toBeUndefined();
    expect(judge('previous within 1h u.ok', [event('failed', 1), event('refused', -1)])).toBe(false);
  });

  it('and any event, when the time is not known', () => {
    expect(judge('formerly within session u.ok', [event('ok', 1)], { now: undefined })).toBeUndefined();
  });
});

describe('keys', () => {
  const others = [event('ok', 3, { principal: 'q', session: 'r', customer: 'd' })];
  it.each<[string, HistoryEvent[], boolean | undefined]>([
    ['formerly within 1h u.ok', others, false],
    ['formerly within 1h by principal u.ok', others, false],
    ['formerly within 1h by session u.ok', others, false],
    ['formerly within 1h by customer u.ok', others, false],
    ['formerly within 1h by args.id u.ok', others, true],
    ['formerly within 1h by anyone u.ok', others, true],
    ['count(u.ok) within 1h by anyone == 1', others, true],
    ['formerly within 1h u.ok', [event('ok', 1, { principal: undefined })], undefined],
    ['previous within 1h u.ok', [event('ok', 3), ...others], true],
    ['previous within 1h by anyone u.ok{ by: principal.id }', [event('ok', 4), ...others], false],
    ['previous within 1h by session u.ok', [event('ok', 4), event('failed', 3, { session: 'r' })], true],
    ['previous within 1h u.ok', [event('ok', 4), event('requested', 3, { tool: 't' })], false],
    ['previous within 1h by args.id u.ok', [event('ok', 4), event('requested', 3, { tool: 't' })], true],
    ['previous within 1h u.ok', [event('ok', 4), event('ok', 3, { principal: undefined })], true],
    ['previous within 1h u.ok', [event('ok', 4), event('failed', 3, { principal: undefined })], undefined],
    ['previous within 1h u.ok', [event('ok', 3, { principal: undefined })], undefined],
    ['(!formerly within 1h u.failed) since within 1h u.ok', others, false],
    ['(!formerly within 1h by anyone u.failed) since within 1h by anyone u.ok', others, true],
    [
      '(!previous within 1h by anyone u.failed) since within 1h u.ok',
      [event('ok', 4), event('failed', 3, { principal: 'q' }), event('requested', 2)],
      false,
    ],
  ])('%s', (condition, history, expected) => expect(judge(condition, history)).toBe(expected));
});

describe('tools, fields and items', () => {
  const paid = [event('ok', 2), event('ok', 1, { tool: 't', args: { amount: '7.00 EUR' } })];
  it.each<[string, boolean | undefined]>([
    ['sum(u.ok.amount) within 1h by principal == 10.00 EUR', true],
    ['sum([t, u].ok.amount) within 1h by principal == 17.00 EUR', true],
    ['sum([u, t, u].ok.amount) within 1h by principal == 17.00 EUR', true],
    ['sum(@both.ok.amount) within 1h by principal == 17.00 EUR', true],
    ['sum(@write.ok.amount) within 1h by principal == 7.00 EUR', true],
    ['formerly within 1h u.ok{ amount >= args.amount }', true],
    ['formerly within 1h u.ok{ amount > args.amount }', false],
    ['formerly within 1h u.ok{ id != args.id }', false],
    ['formerly within 1h t.ok{ id != args.id }', undefined],
    ['formerly within 1h u.ok{ by: principal.id }', true],
    ['formerly within 1h by anyone u.ok{ by != principal.id }', false],
    ['formerly within 1h by anyone u.ok{ by != "somebody" }', true],
    ['args.ids.any(x, formerly within 1h u.ok{ id: x })', true],
    ['args.ids.all(x, formerly within 1h u.ok{ id: x })', false],
    ['args.ids.all(x, args.ids.any(y, formerly within 1h u.ok{ id: y }))', true],
  ])('%s', (condition, expected) => {
    expect(judge(condition, paid, {}, { amount: '10.00 EUR', id: 'a', ids: ['b', 'A'] })).toBe(expected);
  });

  it.each([
    ['/x', '/x', 'refused'],
    ['/x', '/y', 'no_rule'],
    ['/x', 'x', 'guard_undefined'],
    ['x', '/x', 'guard_undefined'],
  ])('leaves a path %s beside %s undefined when one is relative', (past, present, slug) => {
    const loaded = loadPolicy(
      'dialect 2; default allow; tool t (file?: path); refuse (tool == "t") when history { formerly within 1h by anyone t.ok{ file: args.file } };',
    );
    if (!loaded.ok) throw new Error('not loaded');
    const earlier = event('ok', 1, { tool: 't', args: { file: past } });
    const [call, context] = [
      { tool: 't', args: { file: present } },
      { now: NOW, history: [earlier] },
    ];
    const [decider, monitor] = [compilePolicy(loaded.core), openHistory(loaded.core)];
    monitor.append(earlier);
    expect(decider.decide(call, context).slug).toBe(slug);
    expect(decider.decideWith(monitor, call, context).slug).toBe(slug);
    expect(interpretPolicy(loaded.tree, loaded.environment, call, context).slug).toBe(slug);
  });

  it('needs four eyes', () => {
    const condition = 'formerly within 1h by anyone u.ok{ by != principal.id, amount >= args.amount }';
    const approved = (by: string | undefined, amount = '10.00 EUR'): HistoryEvent =>
      event('ok', 1, { principal: by, args: { amount } });
    expect(judge(condition, [approved('p')])).toBe(false);
    expect(judge(condition, [approved('q')])).toBe(true);
    expect(judge(condition, [approved('q', '9.99 EUR')])).toBe(false);
    expect(judge(condition, [approved(undefined)])).toBeUndefined();
    expect(judge(condition, [approved('q')], { principal: {} })).toBeUndefined();
  });

  it('is undefined over a list that is not there, and true of none', () => {
    const all = 'args.ids.all(x, formerly within 1h u.ok{ id: x })';
    expect(judge(all, paid)).toBeUndefined();
    expect(judge(all, paid, {}, { amount: '1.00 EUR', ids: [] })).toBe(true);
  });
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
      'a sum beyond 2^53 in minor units',
      'sum(u.ok.amount in EUR) within 1h by session > 90000000000000.00 EUR',
      [
        event('ok', 2, { args: { amount: '90000000000000.00 EUR' } }),
        event('ok', 1, { args: { amount: '10000000000000.00 EUR' } }),
      ],
      true,
    ],
  ])('%s', (_, condition, history, expected) => expect(judge(condition, history)).toBe(expected));

  it('is unknown, not zero, when the present has no key and events could belong to it', () => {
    expect(judge('count(u.ok) within 1h by principal >= 3', three, { principal: {} })).toBeUndefined();
    expect(judge('count(u.ok) within 1h by principal >= 4', three, { principal: {} })).toBe(false);
  });
});

describe('several sums of one field over the same events', () => {
  const euros = (test: string): string => `sum(u.ok.amount) within 1h by principal ${test} 50.00 EUR`;
  const dollars = (test: string): string => `sum(u.ok.amount) within 1h by principal ${test} 50.00 USD`;
  const of = (amount: string): HistoryEvent => event('ok', 1, { args: { amount } });

  it.each<[string, string[], boolean | undefined]>([
    [`${euros('>')} || ${dollars('>')}`, ['60.00 EUR'], true],
    [`${dollars('>')} || ${euros('>')}`, ['60.00 EUR'], true],
    [`${euros('>')} || ${dollars('>')}`, ['60.00 USD'], true],
    [`${dollars('>')} || ${euros('>')}`, ['60.00 USD'], true],
    [`${euros('>')} || ${dollars('>')}`, ['40.00 USD'], undefined],
    [`${euros('>')} || ${dollars('>')}`, ['60.00 USD', '60.00 EUR'], undefined],
    [`${euros('<=')} && ${euros('>=')}`, ['20.00 EUR', '30.00 EUR'], true],
  ])('are each in their own currency: %s of %j', (condition, amounts, expected) => {
    expect(judge(condition, amounts.map(of))).toBe(expected);
  });
});
