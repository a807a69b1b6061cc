import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const after = (
  rules: string,
): string => `dialect 2; tool backup @write (database: text); tool restore @write (database: text);
@id("safe") allow (tool == "restore") when history { formerly within 24h backup.ok{ database: args.database } };
${rules}`;

describe('H13, vacuous history', () => {
  it('is found where the step is never let run', async () => {
    const [finding, ...others] = await findings(
      'H13',
      after('@id("no") confirm (tool == "backup") when { args.database == "x" }; refuse (tool == "backup");'),
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'medium',
      rules: ['safe'],
      tool: 'backup',
      evidence: { bound: { kind: 'inductive' } },
    });
    expect(session(finding)).toEqual([]);
  });

  it('is found where two steps wait for each other', async () => {
    const text = after(
      '@id("other") allow (tool == "backup") when history { formerly within 24h restore.ok{ database: args.database } };',
    );
    expect((await findings('H13', text)).map(({ rules }) => rules)).toEqual([['safe'], ['other']]);
  });

  it('is found where a limit counts a state that there never is', async () => {
    const limit = (state: string): string => `dialect 2; tool send @write (to: text); allow (tool == "send");
      @id("few") refuse (tool == "send") when history { count(send.${state}) within 1h by principal >= 3 };`;
    expect((await findings('H13', limit('confirmed')))[0]).toMatchObject({ severity: 'high', rules: ['few'] });
    expect(await findings('H13', limit('open'))).toEqual([]);
  });

  it.each([
    after('allow (tool == "backup");'),
    after('confirm (tool == "backup");'),
    'dialect 2; tool approve @write (id: text); tool pay @write (id: text); allow (tool == "pay") when history { formerly within 1h by anyone approve.ok{ id: args.id, by != principal.id } };',
  ])('is not in %s', async (text) => {
    expect(await findings('H13', text)).toEqual([]);
  });

  it('weighs less where no rule speaks of the step, which others may take', async () => {
    expect((await findings('H13', after('')))[0]?.severity).toBe('low');
  });
});
