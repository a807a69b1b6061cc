import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const TOOLS = 'tool look @read (id: text); tool mail @write (to: email); tool wipe @irreversible (n: int 0..5);';

describe('S05, a tool that runs because no rule speaks', () => {
  it('is critical where it cannot be undone', async () => {
    const text = `dialect 1; default allow; ${TOOLS} refuse wipe when n > 3;`;
    const found = await findings('S05', text);
    expect(found).toMatchObject([
      { severity: 'critical', tool: 'wipe', rules: [] },
      { severity: 'high', tool: 'mail', rules: [] },
    ]);
    expect(found.map(answers)).toEqual([['allow'], ['allow']]);
  });

  it('is a tool that nobody named, where nothing says which tools there are', async () => {
    const found = await findings('S05', 'dialect 1; default allow; confirm mail;');
    expect(found.map(({ severity, title }) => [severity, title.en])).toEqual([
      ['high', 'A tool that no rule names is allowed'],
    ]);
  });

  it.each([
    `dialect 1; ${TOOLS} allow look;`,
    `dialect 1; default allow; ${TOOLS} confirm mail; refuse wipe;`,
    `dialect 1; default allow; ${TOOLS} confirm mail; refuse wipe when n > 3; confirm wipe when n <= 3;`,
  ])('is not in %s', async (text) => {
    expect(await findings('S05', text)).toEqual([]);
  });
});
