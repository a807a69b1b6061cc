import { describe, expect, it } from 'vitest';
import { payments } from '../../../../../core/policy/src/testing/corpus/payments.js';
import { answers, findings } from '../testing/findings.js';

const tool = (name: string, fields: object = {}) => ({
  name,
  classes: ['irreversible'],
  aliasGroup: 'delete',
  args: { kind: 'record', fields: { path: { type: { kind: 'string', format: 'path' }, required: true }, ...fields } },
});
const force = { force: { type: { kind: 'bool' }, required: false } };
const catalogue = { name: 'files', tools: [tool('delete_file', force), tool('remove_file')] };

describe('B09, alias tools', () => {
  it('is found where a rule speaks of one name only', async () => {
    const [finding, ...others] = await findings(
      'B09',
      'dialect 1; @id("all") allow [delete_file, remove_file]; @id("etc") refuse delete_file when under(path, "/etc");',
      catalogue,
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', tool: 'remove_file', rules: ['etc'] });
    expect(answers(finding)).toEqual(['refuse', 'allow']);
    const [one, other] = finding?.witness?.steps.map(({ call }) => call) ?? [];
    expect([one?.tool, other?.tool]).toEqual(['delete_file', 'remove_file']);
    expect(one?.args).toEqual(other?.args);
  });

  it.each([
    'dialect 1; allow [delete_file, remove_file]; refuse [delete_file, remove_file] when under(path, "/etc");',
    'dialect 1; allow delete_file when force; confirm [delete_file, remove_file];',
    'dialect 1; allow @irreversible when under(path, "/tmp");',
  ])('is not in %s', async (text) => {
    expect(await findings('B09', text, catalogue)).toEqual([]);
  });

  it('is not where one of the two needs what the other has not', async () => {
    expect(await findings('B09', payments.text, payments.catalogue)).toEqual([]);
  });
});
