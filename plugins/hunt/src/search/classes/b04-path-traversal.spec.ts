import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const b04 = async (rules: string) => findings('B04', `dialect 1; tool read @read (name: text, file?: path);\n${rules}`);

describe('B04, a path compared as text', () => {
  it('is found where a directory may be read', async () => {
    const [finding, ...others] = await b04('@id("data") allow read when name like "/srv/data/*";');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['data'], attribute: 'args.name' });
    expect(finding?.witness?.steps.map(({ call }) => call.args['name'])).toEqual([
      '/etc/passwd',
      '/srv/data/../../etc/passwd',
    ]);
    expect(answers(finding)).toEqual(['refuse', 'allow']);
  });

  it('is found where the directory is the one that is mostly shown', async () => {
    const [finding] = await b04('allow read when name like "/etc/*";');
    expect(finding?.witness?.steps.map(({ call }) => call.args['name'])).toEqual(['/root/x', '/etc/../root/x']);
  });

  it('is found behind an expression', async () => {
    const [finding] = await b04('allow read when name matches "/srv/data/.+";');
    expect(answers(finding)).toEqual(['refuse', 'allow']);
  });

  it.each(['name like "/etc/*"', 'name == "/etc/passwd"', 'name in ["/etc/passwd"]', 'name matches "/etc/[a-z]+"'])(
    'is found where a refusal asks %s',
    async (test) => {
      const [finding] = await b04(`allow read; refuse read when ${test};`);
      expect(answers(finding)).toEqual(['refuse', 'allow']);
    },
  );

  it.each([
    ['it is a path', 'allow read when file like "/srv/data/*";'],
    ['no segment leads up', 'allow read when name matches "/srv/data/[a-z]+";'],
    ['it is no path', 'allow read when name like "ORD-*";'],
    ['what leads up is refused', 'allow read when name like "/srv/data/*"; refuse read when name like "*..*";'],
  ])('is not where %s', async (_, rules) => {
    expect(await b04(rules)).toEqual([]);
  });
});
