import { openZ3 } from '@ostiary/smt';
import { describe, expect, it } from 'vitest';
import { EXACT } from '../ask/hunt/answered.js';
import { NO_CALLS } from '../ask/hunt/call-region.js';
import { Hunt } from '../ask/hunt/hunt.js';
import { words } from '../ask/hunt/text.js';
import type { ClassId } from '../model/class-id.js';
import { runHunt } from '../run.js';
import { prepared } from '../testing/hunted.js';
import { PrintsByClass } from './found.js';
import { type RepairLimits, withRepairs } from './repairs.js';
import type { CallRegion } from '../ask/hunt/call-region.js';

const solver = openZ3();

interface Tried {
  readonly text: string;
  readonly of: ClassId;
  readonly repairs: readonly string[];
  readonly concerns?: CallRegion;
  readonly limits?: RepairLimits;
}

/** Which of some texts is shown as the repair of the first finding of a class; -1 where none is. */
async function shown({ text, of, repairs, concerns = NO_CALLS, limits }: Tried): Promise<number> {
  const policy = prepared(text);
  const { findings } = await runHunt(policy, await solver, { classes: [of], repairs: null });
  const [finding] = findings;
  if (!finding) throw new Error(`no ${of}`);
  const hunt = new Hunt(policy, { solver: await solver, sessionBound: 8, accepted: null });
  const { title, detail, severity } = finding;
  const rules = policy.core.rules.filter(({ id }) => finding.rules.includes(id));
  const candidates = repairs.map((each, at) => ({ title: words(String(at), String(at)), text: each }));
  const bug = { severity, rules, title, detail, bound: EXACT, repairs: candidates, concerns };
  const [after] = await withRepairs(hunt, [{ finding, bug }], new PrintsByClass(policy.core), limits);
  hunt.close();
  return Number(after?.repair?.title.en ?? -1);
}

const HEAD = 'dialect 1; tool pay @write (amount: money EUR, n?: int 0..9); tool look @read (id: text);';
const TWICE = `${HEAD} @id("a") allow pay when n < 4; @id("b") allow pay when n <= 3;`;
const without = (text: string, rule: string): string => text.replace(rule, '');

describe('a repair', () => {
  it('is the first that is proved', async () => {
    const repairs = [
      TWICE,
      without(TWICE, '@id("b") allow pay when n <= 3;'),
      without(TWICE, '@id("a") allow pay when n < 4;'),
    ];
    expect(await shown({ text: TWICE, of: 'S02', repairs })).toBe(1);
  });

  it('is a policy', async () => {
    expect(await shown({ text: TWICE, of: 'S02', repairs: [`${TWICE} allow nothing when;`] })).toBe(-1);
  });

  it('leaves the answer to every other call as it is', async () => {
    const milder = TWICE.replace('n <= 3', 'n <= 9');
    expect(await shown({ text: TWICE, of: 'S02', repairs: [milder] })).toBe(-1);
    expect(
      await shown({ text: TWICE, of: 'S02', repairs: [milder], concerns: { tools: ['look'], milder: true } }),
    ).toBe(-1);
    // The finding is about the tool, so that its calls may be answered otherwise, but not milder.
    expect(
      await shown({ text: TWICE, of: 'S02', repairs: [milder], concerns: { tools: ['pay'], milder: false } }),
    ).toBe(-1);
    expect(await shown({ text: TWICE, of: 'S02', repairs: [milder], concerns: { tools: ['pay'], milder: true } })).toBe(
      0,
    );
  });

  it('changes no answer where only a principal that nothing admits tells the two apart', async () => {
    const text = `dialect 1; principal (level: int 0..1); ${HEAD.slice(11)} @id("all") allow look; @id("odd") refuse look when principal.level > 1;`;
    const rule = '@id("odd") refuse look when principal.level > 1;';
    expect(await shown({ text, of: 'G01', repairs: [without(text, rule)] })).toBe(-1);
  });

  it('adds no finding', async () => {
    const text = `${HEAD} @id("a") allow pay when n < 4; @id("b") allow pay when n < 4 and n < 5;`;
    const removed = without(text, '@id("b") allow pay when n < 4 and n < 5;');
    const misspelt = `${removed} @id("c") refuse pay when n == 1 and n == 2;`;
    expect(await shown({ text, of: 'S02', repairs: [misspelt, removed] })).toBe(1);
  });

  it('removes the finding', async () => {
    const text = `${HEAD} @id("small") allow pay when n <= 4 and n < 6;`;
    const concerns: CallRegion = { tools: ['pay'], milder: true };
    expect(await shown({ text, of: 'G04', repairs: [text.replace('n < 6', 'n < 7')], concerns })).toBe(-1);
    expect(await shown({ text, of: 'G04', repairs: [text.replace(' and n < 6', '')], concerns })).toBe(0);
  });

  it('of a rule without a name leaves what else is wrong with it what it was', async () => {
    const text = `dialect 1; tool wipe @irreversible (n: int 0..9); allow wipe when n <= 4 and n < 6;`;
    expect(await shown({ text, of: 'G04', repairs: [text.replace(' and n < 6', '')] })).toBe(0);
  });

  it('is looked for within the limits', async () => {
    const repairs = [TWICE.replace('n <= 3', 'n <= 9'), without(TWICE, '@id("b") allow pay when n <= 3;')];
    // Two rules and two tools: a proof comes to four.
    expect(await shown({ text: TWICE, of: 'S02', repairs, limits: { size: 4, work: 8 } })).toBe(1);
    expect(await shown({ text: TWICE, of: 'S02', repairs, limits: { size: 4, work: 7 } })).toBe(-1);
    expect(await shown({ text: TWICE, of: 'S02', repairs, limits: { size: 3, work: 80 } })).toBe(-1);
  });
});
