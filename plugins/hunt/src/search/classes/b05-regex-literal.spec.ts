import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const b05 = async (pattern: string, effect = 'allow') =>
  findings('B05', `dialect 1; tool call @sink (host: text);\n${effect} call when host matches "${pattern}";`);

describe('B05, an expression that does not mean its text', () => {
  it('is found where a dot is any character', async () => {
    const [finding, ...others] = await b05('api.corp.example');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', subkind: 'dot', attribute: 'args.host' });
    expect(answers(finding)).toEqual(['refuse', 'allow']);
    expect(finding?.witness?.steps[1]?.call.args['host']).toBe('apixcorpxexample');
    expect(finding?.detail.en).toContain('api\\.corp\\.example');
  });

  it.each([
    ['[prod|dev]+', 'bar_in_class'],
    ['[A-z]+', 'range'],
  ])('is found in %s', async (pattern, subkind) => {
    expect((await b05(pattern)).map((finding) => [finding.subkind, finding.severity])).toEqual([[subkind, 'medium']]);
  });

  it.each(['api\\.corp\\.example', 'ORD-[0-9.]+', 'a.*b', 'v[0-9]+.', '[A-Za-z]+', '(prod|dev)'])(
    'is not in %s',
    async (pattern) => {
      expect(await b05(pattern)).toEqual([]);
    },
  );

  it('is not where a refusal holds too much', async () => {
    expect(await b05('api.corp.example', 'refuse')).toEqual([]);
  });
});
