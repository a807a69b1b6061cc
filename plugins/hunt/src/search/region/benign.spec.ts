import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';
import type { ClassId } from '../model/class-id.js';

const benignOf = async (id: ClassId, text: string) => {
  const [finding] = await findings(id, text);
  const [shown] = finding?.witness?.steps ?? [];
  const benign = finding?.evidence.benign;
  return { shown: shown?.call.args, benign: benign && [benign.call.args, benign.answer, benign.deciding] };
};

describe('the nearest call that is decided as it should be', { timeout: 60_000 }, () => {
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
});
