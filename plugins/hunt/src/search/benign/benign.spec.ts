import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';
import { prepared } from '../testing/hunted.js';
import type { ClassId } from '../model/class-id.js';

const benignOf = async (id: ClassId, text: string) => {
  const [finding] = await findings(id, text);
  const [shown] = finding?.witness?.steps ?? [];
  const benign = finding?.evidence.benign;
  return { shown: shown?.call.args, benign: benign && [benign.call.args, benign.answer, benign.deciding] };
};

describe('the nearest call that is decided as it should be', () => {
  it('differs in one number, and lies next to where the answer changes', async () => {
    const text =
      'dialect 1; tool wipe @irreversible (n: int 0..9); @id("few") allow wipe when n < 3; @id("many") confirm wipe when n >= 3;';
    expect(await benignOf('S07', text)).toEqual({ shown: { n: 0 }, benign: [{ n: 3 }, 'confirm', ['many']] });
  });

  it('differs in one word', async () => {
    const text =
      'dialect 1; default allow; tool drop @write (env: keyword); @id("prod") refuse drop when env == "prod";';
    const { benign } = await benignOf('S05', text);
    expect(benign).toEqual([{ env: 'prod' }, 'refuse', ['prod']]);
  });

  it('is not there where no argument makes the answer stricter', async () => {
    const text = 'dialect 1; tool wipe @irreversible (n: int 0..9); allow wipe;';
    expect((await benignOf('S07', text)).benign).toBeNull();
  });

  it('differs in who calls, where no argument matters', async () => {
    const text = `dialect 1; principal(role: keyword); tool wipe @irreversible (n: int 0..9);
      @id("admins") allow wipe when principal.role == "admin"; @id("others") confirm wipe unless principal.role == "admin";`;
    const [finding] = await findings('S07', text);
    expect(finding?.evidence.benign).toMatchObject({ answer: 'confirm', deciding: ['others'] });
    expect(finding?.evidence.benign?.call).toEqual(finding?.witness?.steps[0]?.call);
    expect(finding?.evidence.benign?.context.principal?.['role']).not.toBe('admin');
  });

  it('has what was missing of a call that was stopped for it', async () => {
    const text = 'dialect 1; tool pay @write (n?: int 0..5); allow pay; @id("x") refuse pay when n > 3;';
    const [finding] = await findings('G03', text);
    expect(finding?.evidence.benign).toMatchObject({ answer: 'allow', call: { tool: 'pay', args: { n: 2 } } });
  });

  it('is the same call without the one that opened the way to it, in the session up to there', async () => {
    const text = `dialect 2; tool look @read (id: text); tool pay @write (id: text); allow (tool == "look");
      @id("seen") allow (tool == "pay") when history { formerly within 1h look.ok };`;
    const [finding] = await findings('H03', text);
    expect(finding?.witness?.steps.map(({ answer }) => answer)).toEqual(['allow', 'allow']);
    const benign = finding?.evidence.benign;
    expect([benign?.answer, benign?.context.history, benign?.label?.en]).toEqual([
      'refuse',
      [],
      'Without an earlier call of `look`',
    ]);
    expect(benign?.call).toEqual(finding?.witness?.steps[1]?.call);
  });

  it('is the same call once those that still ran have ended', async () => {
    const text = `dialect 2; tool pay @write (id: text); allow (tool == "pay");
      @id("few") refuse (tool == "pay") when history { count(pay.ok) within 1h by principal >= 2 };`;
    const [finding] = await findings('H05', text);
    expect(finding?.evidence.benign).toMatchObject({
      answer: 'refuse',
      deciding: ['few'],
      label: { en: 'Once the earlier calls have ended' },
    });
  });

  it('keeps a declared property that the witness breaks', async () => {
    const text = `dialect 2; tool pay @write (n: int 0..9); allow (tool == "pay") when { args.n < 7 };
      confirm (tool == "pay") when { args.n >= 7 }; never "five or more unasked": answer == "allow" && args.n >= 5;`;
    const [finding] = await findings('P01', text);
    expect(finding?.witness?.steps[0]?.call.args).toEqual({ n: 5 });
    expect(finding?.evidence.benign).toMatchObject({ answer: 'confirm', call: { args: { n: 7 } } });
  });

  it('is answered as in the accepted version', async () => {
    const version = (most: number): string =>
      `dialect 1; tool pay @write (n: int 0..9); allow pay when n < ${String(most)};`;
    const [finding] = await findings('P03', version(6), undefined, prepared(version(3)));
    expect(finding?.witness?.steps[0]).toMatchObject({ answer: 'allow', call: { args: { n: 4 } } });
    expect(finding?.evidence.benign).toMatchObject({ answer: 'refuse', call: { args: { n: 6 } } });
  });
});
