import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const after = (
  event: string,
): string => `dialect 2; tool run_tests @read (build: text); tool deploy @write (build: text);
allow (tool == "run_tests");
@id("tested") allow (tool == "deploy") when history { formerly within 1h ${event} };`;

describe('H04, an attempt counted', () => {
  it.each(['allowed', 'open'])('is found where a step in the state %s is enough', async (state) => {
    const [finding] = await findings('H04', after(`run_tests.${state}{ build: args.build }`));
    expect(finding).toMatchObject({
      severity: state === 'open' ? 'medium' : 'high',
      subkind: 'step',
      rules: ['tested'],
      tool: 'deploy',
    });
    expect(session(finding)).toEqual(['run_tests allow', 'deploy allow']);
    expect(finding?.witness?.steps[1]?.context.history?.map((event) => event.state)).not.toContain('ok');
  });

  it('is not where the step has succeeded', async () => {
    expect(await findings('H04', after('run_tests.ok{ build: args.build }'))).toEqual([]);
  });

  // "A refused attempt does not consume the budget".
  it('is found where attempts that came to nothing use a limit up', async () => {
    const limit = (state: string): string => `dialect 2; tool send @write (to: text); confirm (tool == "send");
      @id("few") refuse (tool == "send") when history { count(send.${state}) within 1h by principal >= 2 };`;
    const [finding] = await findings('H04', limit('requested'));
    expect(finding).toMatchObject({ severity: 'medium', subkind: 'limit', rules: ['few'] });
    expect(session(finding)).toEqual(['send confirm', 'send confirm', 'send refuse']);
    const first = limit('requested').replace(
      'confirm (tool == "send");',
      'tool draft @write (to: text); allow (tool == "draft"); confirm (tool == "send") when history { formerly within 1h draft.ok };',
    );
    // Those that are refused for want of the first step count, too.
    expect(session((await findings('H04', first))[0])).toEqual([
      'send refuse',
      'send refuse',
      'draft allow',
      'send refuse',
    ]);
    expect(await findings('H04', limit('open'))).toEqual([]);
    expect(await findings('H04', limit('ok'))).toEqual([]);
  });
});
