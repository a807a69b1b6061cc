import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const b06 = async (rules: string) =>
  findings(
    'B06',
    `dialect 1; tool drop @write (rows: text, force?: text, count?: int, batch?: keyword);\nallow drop;\n${rules}`,
  );

describe('B06, a confusion of types', () => {
  it('is found where a number is compared as a text', async () => {
    const [finding, ...others] = await b06('@id("many") refuse drop when rows == "600";');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', rules: ['many'], attribute: 'args.rows' });
    const [, other] = finding?.witness?.steps ?? [];
    expect([Number(other?.call.args['rows']), other?.answer]).toEqual([600, 'allow']);
  });

  it('is found where a truth is', async () => {
    const both = await b06('refuse drop when rows == "0" and force == "true";');
    expect(both.map(({ attribute }) => attribute)).toEqual(['args.force', 'args.rows']);
    expect(both[0]?.witness?.steps.map(({ call }) => call.args['force'])).toEqual(['true', '1']);
    expect(await b06('refuse drop when has force and force == "true";')).toHaveLength(1);
  });

  it('is found where a number is compared as a keyword', async () => {
    const [finding] = await b06('refuse drop when has batch and batch == "0";');
    expect(finding).toMatchObject({ severity: 'medium', attribute: 'args.batch' });
  });

  it.each([
    ['a number is compared as one', 'refuse drop when count >= 600;'],
    ['the text is no number', 'refuse drop when rows == "all";'],
    ['every way to write it is refused', 'refuse drop when rows not matches "[1-9][0-9]?";'],
  ])('is not where %s', async (_, rules) => {
    expect(await b06(rules)).toEqual([]);
  });

  it('is told of the rule that decides of the number as it is written, and of no milder one', async () => {
    const both = await b06('confirm drop when batch like "*7"; @id("seven") refuse drop when batch == "7";');
    expect(both.map(({ rules }) => rules)).toEqual([['seven']]);
  });

  it('sends other types where no catalogue refuses them: they are undefined, and refused', async () => {
    const [finding] = await findings('B06', 'dialect 1; allow drop; refuse drop when rows == "600";');
    expect(finding?.witness?.steps.map(({ call }) => call.args['rows'])).toEqual(['600', '600.0']);
  });
});
