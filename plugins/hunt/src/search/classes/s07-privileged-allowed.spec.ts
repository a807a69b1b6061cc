import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const TOOLS =
  'tool mail @write (to: email); tool wipe @irreversible (n: int 0..5); tool grant @privileged (n: int 0..5);';

describe('S07, a privileged tool that runs without confirmation', () => {
  it('is found, with the rule that allows it', async () => {
    const text = `dialect 1; ${TOOLS} @id("x") allow wipe when n < 3; confirm wipe when n < 1; confirm grant;`;
    const [finding, ...others] = await findings('S07', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'low', tool: 'wipe', rules: ['x'] });
    expect(answers(finding)).toEqual(['allow']);
  });

  it('is grave where no rule ever asks about the tool', async () => {
    const [finding] = await findings('S07', `dialect 1; ${TOOLS} @id("x") allow wipe when n < 3; confirm grant;`);
    expect(finding).toMatchObject({ severity: 'high', tool: 'wipe', rules: ['x'] });
  });

  it.each(['confirm wipe when n < 2 and n > 3;', 'confirm wipe when n > 3; refuse wipe when n > 2;'])(
    'is as grave where the rule that asks never does: %s',
    async (never) => {
      const text = `dialect 1; ${TOOLS} @id("x") allow wipe when n < 3; ${never} confirm grant;`;
      expect(await findings('S07', text)).toMatchObject([{ severity: 'high', tool: 'wipe' }]);
    },
  );

  it.each([
    `dialect 1; ${TOOLS} allow mail; confirm wipe when n < 3; confirm grant;`,
    `dialect 1; ${TOOLS} allow @irreversible; confirm [wipe, grant];`,
    // A person has agreed to it.
    `dialect 2; ${TOOLS} confirm (tool) when { !confirmed(this) }; confirm (tool == "wipe") when { confirmed(this) };`,
  ])('is not in %s', async (text) => {
    expect(await findings('S07', text)).toEqual([]);
  });
});
