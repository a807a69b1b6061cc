import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const TOOLS = 'tool look @read (id: text); tool pay @write (n: int 0..5);';

describe('S06, a tool that can never be used', () => {
  it('names the rules that stand in the way, and no other', async () => {
    const text = `dialect 1; ${TOOLS} allow [look, pay]; @id("x") refuse [look, pay] when n > 3; refuse look when id == "z";`;
    expect(await findings('S06', text)).toMatchObject([{ severity: 'medium', tool: 'look', rules: ['x'] }]);
  });

  it('names what was meant to let calls through', async () => {
    const text = `dialect 1; ${TOOLS} allow look; @id("x") allow pay when n == 1 and n == 2;`;
    expect(await findings('S06', text)).toMatchObject([{ severity: 'medium', tool: 'pay', rules: ['x'] }]);
  });

  it('is of no weight where nothing lets the tool through', async () => {
    expect(await findings('S06', `dialect 1; ${TOOLS} allow look;`)).toMatchObject([
      { severity: 'info', tool: 'pay', subkind: 'unmentioned' },
    ]);
  });

  it('is not where a rule stops some kinds of files in a directory', async () => {
    const text =
      'dialect 1; tool move_file @write (path: path); allow move_file when under(path, "/srv/data/work"); ' +
      'refuse move_file when path.extension in ["sh", "exe"];';
    expect(await findings('S06', text)).toEqual([]);
    expect(await findings('S01', text)).toEqual([]);
  });

  it.each([
    `dialect 1; ${TOOLS} allow [look, pay]; refuse pay when n > 3;`,
    `dialect 1; ${TOOLS} allow [look, pay]; refuse pay;`,
    `dialect 1; ${TOOLS} allow look; confirm pay when n == 5;`,
    `dialect 1; default confirm; ${TOOLS}`,
  ])('is not in %s', async (text) => {
    expect(await findings('S06', text)).toEqual([]);
  });
});
