import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const catalogue = {
  name: 'db',
  tools: [
    {
      name: 'restart',
      classes: ['privileged'],
      args: {
        kind: 'record',
        fields: { env: { type: { kind: 'string', format: 'keyword' }, required: false, default: 'prod' } },
      },
    },
  ],
};

describe('B12, a default that is severe', () => {
  it('is found where leaving the argument out is milder than saying what the tool takes', async () => {
    const [finding, ...others] = await findings(
      'B12',
      'dialect 1; allow restart; @id("prod") refuse restart when has env and env == "prod";',
      catalogue,
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['prod'], attribute: 'args.env' });
    expect(finding?.witness?.steps.map(({ call, answer }) => [call.args, answer])).toEqual([
      [{ env: 'prod' }, 'refuse'],
      [{}, 'allow'],
    ]);
  });

  it('is found where `or else` says another default than the catalogue', async () => {
    const [finding] = await findings(
      'B12',
      'dialect 2; allow (tool == "restart") when { (args.env or else "dev") == "dev" };',
      catalogue,
    );
    expect(answers(finding)).toEqual(['refuse', 'allow']);
  });

  it.each([
    'dialect 1; allow restart; refuse restart when env == "prod";',
    'dialect 2; allow (tool == "restart") when { (args.env or else "prod") == "dev" };',
    'dialect 1; allow restart; refuse restart when has env and env == "staging";',
  ])('is not in %s', async (text) => {
    expect(await findings('B12', text, catalogue)).toEqual([]);
  });
});
