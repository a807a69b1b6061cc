import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const tool = (
  name: string,
  classes: readonly string[],
  fields: Readonly<Record<string, string>>,
  labels?: readonly string[],
) => ({
  name,
  classes,
  ...(labels && { labels }),
  args: {
    kind: 'record',
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, format]) => [field, { type: { kind: 'string', format }, required: true }]),
    ),
  },
});
const catalogue = {
  name: 'mail',
  tools: [
    tool('read_page', ['read', 'source'], { url: 'url' }, ['web']),
    tool('run_shell', ['privileged', 'write'], { command: 'text' }),
    tool('send_mail', ['sink', 'write'], { to: 'email', body: 'text' }),
  ],
};
const ALL = 'dialect 2; allow (tool == "read_page");';

describe('H10, untrusted data', () => {
  it('is found where nothing stands between a source and a privileged tool', async () => {
    const [finding, ...others] = await findings('H10', `${ALL} @id("run") allow (tool == "run_shell");`, catalogue);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'critical', tool: 'run_shell', rules: ['run'] });
    expect(session(finding)).toEqual(['read_page allow', 'run_shell allow']);
    expect(finding?.witness?.steps[1]?.context.labels).toEqual({ session: ['web'], args: { command: ['web'] } });
  });

  it('is found where the rule asks for another label, or for another argument', async () => {
    const label = (name: string): string =>
      `${ALL} allow (tool == "send_mail"); confirm (tool == "send_mail") when { ${name} };`;
    expect(await findings('H10', label('session.label("untrusted")'), catalogue)).toHaveLength(1);
    expect(await findings('H10', label('session.label("web")'), catalogue)).toEqual([]);
    expect(await findings('H10', label('label(args.body, "web")'), catalogue)).toEqual([]);
  });

  it('weighs less where the policy says to whom', async () => {
    const text = `${ALL} allow (tool == "send_mail") when { args.to.domain == "corp.example" };`;
    expect((await findings('H10', text, catalogue))[0]?.severity).toBe('low');
  });

  it.each([
    `${ALL} confirm (tool in ["run_shell", "send_mail"]);`,
    'dialect 2; refuse (tool == "read_page"); allow (tool == "run_shell");',
  ])('is not in %s', async (text) => {
    expect(await findings('H10', text, catalogue)).toEqual([]);
  });
});
