import { describe, expect, it } from 'vitest';
import type { Step } from '../../search/index.js';
import { fieldsOf } from './fields.js';
import { excerptOf, linesOf } from './policy-text.js';
import { hunksOf } from './repair.js';
import { argumentsInLine, between } from './sentences.js';
import { valueInLine } from './value.js';

const step = (over: Partial<Step> = {}): Step => ({
  call: { tool: 'pay', args: {} },
  context: {},
  answer: 'allow',
  slug: 'allowed',
  deciding: [],
  label: null,
  ...over,
});
const event = (at: number, state: 'allowed' | 'ok' | 'failed' | 'refused' | 'confirmed' = 'ok') => ({
  tool: 'pay',
  state,
  at,
  args: {},
});
const place = (line: number, endLine = line) => ({ rule: 'r', line, column: 1, endLine, endColumn: 2 });

describe('values', () => {
  it.each([
    ['damaged', 'damaged'],
    ['9000.00 EUR', '9000.00 EUR'],
    ['ann@corp.example', 'ann@corp.example'],
    ['600', '"600"'],
    ['-5', '"-5"'],
    ['true', '"true"'],
    ['null', '"null"'],
    ['two words', '"two words"'],
    ['', '""'],
    ['a,b', '"a,b"'],
    [600, '600'],
    [null, 'null'],
    [['a'], '["a"]'],
  ])('of %j are told from others without quotes where they can be', (value, text) => {
    expect(valueInLine(value)).toBe(text);
  });
});

describe('fields of a call', () => {
  it('name members of objects by their way, so that no two have one name', () => {
    const args = { a: { b: 1, c: { d: { e: 2 } } }, 'a.b': 3, list: [{ x: 1 }], empty: {} };
    expect(fieldsOf(step({ call: { tool: 'pay', args } }), 'en').map(({ name, text }) => [name, text])).toEqual([
      ['a.b', '1'],
      ['a.c.d', '{"e":2}'],
      ['"a.b"', '3'],
      ['list', '[{"x":1}]'],
      ['empty', '{}'],
    ]);
  });

  it('hold all that stands around it', () => {
    const context = {
      principal: { id: 'ann' },
      session: { id: 's1' },
      labels: { session: ['untrusted'], args: { body: ['pii'] } },
      history: [event(0, 'allowed'), event(0)],
      now: 1500,
      confirmed: true,
      rates: { v1: { USD: { EUR: '0.9' } } },
    };
    expect(fieldsOf(step({ context }), 'en').map(({ group, name, text }) => `${group} | ${name} | ${text}`)).toEqual([
      'principal | id | "ann"',
      'session | id | "s1"',
      'labels | of the session | ["untrusted"]',
      'labels | body | ["pii"]',
      'history | 1. 1970-01-01T00:00:00Z | pay.allowed {}',
      'history | 2. 1970-01-01T00:00:00Z | pay.ok {}',
      'context | time | 1970-01-01T00:00:01.500Z',
      'context | confirmed by a person | true',
      'context | exchange rates | {"v1":{"USD":{"EUR":"0.9"}}}',
    ]);
  });

  it('have the last events of a long history', () => {
    const history = Array.from({ length: 25 }, (_, at) => event(at * 1000));
    const names = fieldsOf(step({ context: { history } }), 'pt').map(({ name, text }) => `${name} ${text}`);
    expect(names).toHaveLength(21);
    expect(names.slice(0, 2)).toEqual(['eventos anteriores 5', '6. 1970-01-01T00:00:05Z pay.ok {}']);
  });
});

describe('a call in one line', () => {
  it('names five arguments, cuts what is long, and counts the rest', () => {
    const args = { a: 1, b: 'x'.repeat(80), c: 3, d: 4, e: 5, f: 6, g: 7 };
    expect(argumentsInLine(step({ call: { tool: 'pay', args } }))).toEqual([
      'a 1',
      `b ${'x'.repeat(60)}…`,
      'c 3',
      'd 4',
      'e 5',
      '… +2',
    ]);
    const pair = { a: `${'x'.repeat(59)}\u{1f44d}` };
    expect(argumentsInLine(step({ call: { tool: 'pay', args: pair } }))).toEqual([`a "${'x'.repeat(59)}…`]);
  });
});

describe('what happened between two steps', () => {
  const first = step({ context: { principal: { id: 'ann' }, session: { id: 's1' }, now: 0, history: [] } });

  it('is who calls and where, before the first', () => {
    expect(between(null, first, 'en')).toEqual(['by `ann`', 'in session `s1`']);
    expect(between(null, step(), 'en')).toEqual([]);
  });

  it('is what became of earlier calls, time, and what is another now', () => {
    const next = step({
      context: {
        principal: { id: 'bob' },
        session: { id: 's2' },
        now: 90_061_001,
        history: [event(0, 'allowed'), event(0, 'failed'), event(1, 'refused'), event(2, 'confirmed')],
        labels: { session: ['untrusted'] },
      },
    });
    expect(between(first, next, 'en')).toEqual([
      '`pay` failed',
      '`pay` was refused',
      '`pay` was confirmed',
      '1 day, 1 hour, 1 minute, 1 second, 1 millisecond later',
      'by `bob`',
      'in session `s2`',
      'the session is now labelled `untrusted`',
    ]);
    expect(between(next, next, 'pt')).toEqual(['ao mesmo tempo']);
    expect(between(next, first, 'en')).toEqual(['by `ann`', 'in session `s1`']);
  });
});

describe('an excerpt', () => {
  it('joins rules that stand close, and marks only them', () => {
    expect(excerptOf([place(10, 11), place(1), place(3), place(20)])).toEqual({
      marked: [
        { from: 1, to: 1 },
        { from: 3, to: 3 },
        { from: 10, to: 11 },
        { from: 20, to: 20 },
      ],
      shown: [
        { from: 1, to: 3 },
        { from: 10, to: 11 },
        { from: 20, to: 20 },
      ],
      left: 0,
    });
  });

  it('has the beginning of a long rule, which is marked whole in the policy', () => {
    expect(excerptOf([place(5, 100)]).shown).toEqual([{ from: 5, to: 28 }]);
    expect(linesOf([place(5, 100)])).toEqual([{ from: 5, to: 100 }]);
  });

  it('has the first dozen of many rules', () => {
    const { shown, left } = excerptOf(Array.from({ length: 20 }, (_, at) => place(at * 10 + 1)));
    expect([shown.length, left]).toEqual([12, 8]);
  });
});

describe('a repair', () => {
  it('is what is removed and added, by the lines of each text', () => {
    const lines = hunksOf('a\nb\nc\nd\ne\nf\n', 'a\nb\nx\ny\nd\ne\nf\n')?.[0]?.map(
      ({ kind, text, line }) => `${kind} ${line} ${text}`,
    );
    expect(lines).toEqual(['same 1 a', 'same 2 b', 'removed 3 c', 'added 3 x', 'added 4 y', 'same 4 d', 'same 5 e']);
  });

  it('reads lines that end otherwise, and a text without an end', () => {
    expect(hunksOf('a\r\nb', 'a\r\nc')?.[0]?.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });

  it('is none where nobody would read it', () => {
    const lines = (sign: string): string => `${sign}\n`.repeat(500);
    expect(hunksOf(lines('a'), lines('b'))).toBeNull();
    expect(hunksOf('a\n', 'a\n')).toEqual([]);
  });
});
