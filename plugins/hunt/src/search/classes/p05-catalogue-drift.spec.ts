import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';
import { prepared } from '../testing/hunted.js';

const field = (type: object, required = true): object => ({ type, required });
const MONEY = { kind: 'money', currencies: ['EUR'] };
const TEXT = { kind: 'string', format: 'text' };
const tool = (name: string, fields: object, classes: readonly string[] = ['write']): object => ({
  name,
  classes,
  args: { kind: 'record', fields },
});
const catalogue = (...tools: readonly object[]): object => ({ name: 'shop', tools });
const PAY = tool('pay', { amount: field(MONEY) });
const POLICY =
  'dialect 1; default allow; @id("cap") refuse pay when amount > 500.00 EUR; @id("class") confirm @irreversible;';

const drift = async (now: object, before: object, text = POLICY, was = text) =>
  (await findings('P05', text, now, prepared(was, before))).map((finding) => ({
    is: [finding.severity, finding.subkind, finding.tool, finding.attribute],
    answers: answers(finding),
  }));

describe('P05, the catalogue has changed', () => {
  it.each([
    [
      'a new tool that runs',
      catalogue(PAY, tool('wipe', { id: field(TEXT) })),
      ['high', 'tool_added', 'wipe', null],
      ['allow'],
    ],
    [
      'a new tool that only looks',
      catalogue(PAY, tool('look', { id: field(TEXT) }, ['read'])),
      ['low', 'tool_added', 'look', null],
      ['allow'],
    ],
    [
      'a new tool of which a person is asked',
      catalogue(PAY, tool('wipe', { id: field(TEXT) }, ['irreversible'])),
      ['info', 'tool_added', 'wipe', null],
      [],
    ],
    [
      'a new field that is worth something',
      catalogue(tool('pay', { amount: field(MONEY), fee: field(MONEY, false) })),
      ['high', 'field_added', 'pay', 'args.fee'],
      ['allow'],
    ],
    [
      'a new field of words',
      catalogue(tool('pay', { amount: field(MONEY), note: field(TEXT) })),
      ['medium', 'field_added', 'pay', 'args.note'],
      ['allow'],
    ],
    [
      'a field that may be left out',
      catalogue(tool('pay', { amount: field(MONEY, false) })),
      ['medium', 'field_optional', 'pay', 'args.amount'],
      [],
    ],
    [
      'a field of another type',
      catalogue(tool('pay', { amount: field({ ...MONEY, min: 100 }) })),
      ['high', 'field_retyped', 'pay', 'args.amount'],
      [],
    ],
  ])('tells of %s', async (_, now, is, shown) => {
    expect(await drift(now, catalogue(PAY))).toEqual([{ is, answers: shown }]);
  });

  it('tells of names that rules were written for', async () => {
    const renamed = catalogue(tool('send', { amount: field(MONEY) }));
    const unaware = 'dialect 1; default allow; @id("class") confirm @irreversible;';
    expect(await drift(renamed, catalogue(PAY), unaware, POLICY)).toEqual([
      { is: ['high', 'tool_renamed', 'send', null], answers: ['allow'] },
    ]);
    expect(await drift(renamed, catalogue(PAY), POLICY.replaceAll('pay', 'send'), POLICY)).toEqual([
      { is: ['info', 'tool_renamed', 'send', null], answers: [] },
    ]);
    const moved = catalogue(tool('pay', { sum: field(MONEY) }));
    expect(await drift(moved, catalogue(PAY), unaware, POLICY)).toEqual([
      { is: ['high', 'field_renamed', 'pay', 'args.sum'], answers: [] },
    ]);
  });

  it('tells of classes that rules are for, and of what was taken away', async () => {
    const wipe = (classes: readonly string[]): object => catalogue(PAY, tool('wipe', { id: field(TEXT) }, classes));
    expect(await drift(wipe(['write']), wipe(['irreversible', 'write']))).toEqual([
      { is: ['high', 'classes_lost', 'wipe', null], answers: [] },
    ]);
    expect(await drift(wipe(['irreversible', 'write']), wipe(['write']))).toEqual([
      { is: ['info', 'classes_gained', 'wipe', null], answers: [] },
    ]);
    expect(await drift(catalogue(PAY), wipe(['write']))).toEqual([
      { is: ['info', 'tool_removed', 'wipe', null], answers: [] },
    ]);
    const fuller = catalogue(tool('pay', { amount: field(MONEY), note: field(TEXT) }));
    expect(await drift(catalogue(PAY), fuller)).toEqual([
      { is: ['info', 'field_removed', 'pay', 'args.note'], answers: [] },
    ]);
  });

  it('says nothing of examples and descriptions, or where there is no catalogue', async () => {
    const told = catalogue({ ...PAY, description: 'Pays.', examples: [{ amount: '5.00 EUR' }] });
    expect(await drift(told, catalogue(PAY))).toEqual([]);
    expect(await findings('P05', 'dialect 1; allow pay;', undefined, prepared('dialect 1; refuse pay;'))).toEqual([]);
  });

  it('reads catalogues that the texts declare', async () => {
    const before = 'dialect 1; tool pay @write (amount: money EUR); allow pay when amount <= 5.00 EUR;';
    const now = before.replace('EUR);', 'EUR, to?: iban);');
    const found = await findings('P05', now, undefined, prepared(before));
    expect(found.map(({ severity, attribute }) => [severity, attribute])).toEqual([['high', 'args.to']]);
  });
});
