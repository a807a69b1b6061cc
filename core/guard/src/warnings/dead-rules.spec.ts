import { describe, expect, it } from 'vitest';
import { prepared } from '../testing/index.js';
import { deadRules } from './dead-rules.js';
import { warningsOf } from './warnings.js';

const of = async (text: string): Promise<string[]> =>
  (await deadRules(prepared(text), null)).map(({ code, detail, place }) =>
    [code, detail.en, place.of === 'policy' ? place.line : null].join(' | '),
  );

describe('deadRules', () => {
  it('names the allow rule that a confirm rule without a lower bound covers', async () => {
    expect(
      await of('dialect 1;\n@id("small") allow pay when amount <= 100;\n@id("medium") confirm pay when amount <= 500;'),
    ).toEqual([
      'rule_never_decides | `small` decides no call: whenever it fires, `medium` does, and the strictest wins | 2',
    ]);
  });

  it('names a rule that can never hold', async () => {
    expect(await of('dialect 1; @id("x") allow pay when amount <= 1 and amount >= 2;')).toEqual([
      'rule_never_decides | `x` decides no call: its guard can never hold | 1',
    ]);
  });

  it('has nothing to say of rules that begin where others end, and says it once', async () => {
    const policy = prepared(
      'dialect 1; allow pay when amount <= 100; confirm pay when amount > 500 and amount <= 900;',
    );
    expect(await deadRules(policy, null)).toEqual([]);
    expect(await warningsOf(policy, null)).toBe(await warningsOf(policy, null));
  });
});
