import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const after = (
  condition: string,
): string => `dialect 2; tool train @read (course: text); tool operate @write (machine: text, course: text);
allow (tool == "train");
@id("trained") allow (tool == "operate") when history { formerly within 24h ${condition} };`;

describe('H16, an event of somebody else', () => {
  it('is found where anybody may have taken the step', async () => {
    const [finding, ...others] = await findings('H16', after('by anyone train.ok'));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['trained'], tool: 'operate' });
    expect(session(finding)).toEqual(['train allow', 'operate allow']);
    const [one, two] = finding?.witness?.steps.map(({ context }) => context.principal?.['id']) ?? [];
    expect(one).not.toEqual(two);
  });

  it('weighs less where the step was taken for the same thing', async () => {
    expect((await findings('H16', after('by anyone train.ok{ course: args.course }')))[0]?.severity).toBe('low');
    expect((await findings('H16', after('by args.course train.ok')))[0]?.severity).toBe('low');
  });

  it.each([
    after('train.ok'),
    after('by session train.ok'),
    after('by anyone train.ok{ by != principal.id }'),
    'dialect 2; tool a @write (x: text); tool b @write (x: text); allow (tool in ["a", "b"]); refuse (tool == "b") when history { formerly within 1h by anyone a.ok };',
  ])('is not in %s', async (text) => {
    expect(await findings('H16', text)).toEqual([]);
  });
});
