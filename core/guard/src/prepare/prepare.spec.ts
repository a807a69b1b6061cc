import { describe, expect, it } from 'vitest';
import { prepared } from '../testing/index.js';
import { preparePolicy } from './prepare.js';

const text = 'dialect 1; allow t when n <= 5;';
const tool = (name: string): object => ({
  name,
  classes: [],
  args: { kind: 'record', fields: { n: { type: { kind: 'int' }, required: true } } },
});

describe('preparePolicy', () => {
  it('tells texts, dialects and catalogues apart by their digests', () => {
    const plain = prepared(text);
    const stated = preparePolicy({ text, dialect: 1 });
    const versions = [plain.version, prepared(`${text} `).version, stated.ok && stated.policy.version];
    expect(new Set(versions).size).toBe(3);
    const one = prepared(text, { name: 'x', tools: [tool('t')] });
    const two = prepared(text, { name: 'x', tools: [tool('t'), tool('u')] });
    expect(one.version).toBe(two.version);
    expect(one.catalogueDigest).not.toBe(two.catalogueDigest);
  });

  it('has one digest for a catalogue, however it is written', () => {
    const { args, ...rest } = tool('t') as Record<string, unknown>;
    const written = [
      { name: 'x', tools: [{ ...rest, args }] },
      { tools: [{ args, ...rest }], name: 'x' },
    ];
    const [a, b] = written.map((catalogue) => prepared(text, catalogue).catalogueDigest);
    expect(a).toBe(b);
  });

  it('says what is wrong in both languages, and where', () => {
    expect(preparePolicy({ text: 'dialect 1;\nallow t when n <= ;' })).toMatchObject({
      ok: false,
      reason: 'policy',
      faults: [{ code: 'expected', place: { of: 'policy', line: 2, column: 19 } }],
    });
    expect(preparePolicy({ text }, { catalogue: { tools: 7 } })).toMatchObject({
      ok: false,
      reason: 'catalogue',
      faults: [{ place: { of: 'catalogue' }, detail: { en: expect.any(String), pt: expect.any(String) } }],
    });
  });

  it('tells a policy that grows beyond its nodes from one that is wrong', () => {
    expect(preparePolicy({ text }, { maxNodes: 1 })).toMatchObject({ ok: false, reason: 'expansion' });
    expect(preparePolicy({ text }, { maxNodes: 10_000 })).toMatchObject({ ok: true });
  });
});
