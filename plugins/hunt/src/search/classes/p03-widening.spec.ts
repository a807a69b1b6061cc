import { decideOnce } from '@ostiary/guard';
import { strictness } from '@ostiary/policy';
import { openZ3 } from '@ostiary/smt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runHunt } from '../run.js';
import { findings } from '../testing/findings.js';
import { prepared } from '../testing/hunted.js';

const TOOL = 'dialect 2; tool pay @write (amount: money EUR 0.01..1000.00);';
const LIMIT = `${TOOL} @id("pay") allow (tool == "pay"); @id("cap") refuse (tool == "pay") when { args.amount > 500.00 EUR };`;

describe('P03 and P04, against the accepted version', () => {
  it('shows a call with both answers', async () => {
    const now = LIMIT.replace('500.00', '700.00');
    const [wider, ...others] = await findings('P03', now, undefined, prepared(LIMIT));
    expect(others).toEqual([]);
    expect(wider).toMatchObject({ severity: 'high', subkind: 'refuse_to_allow', tool: 'pay', rules: ['pay'] });
    const [step] = wider?.witness?.steps ?? [];
    if (!step) throw new Error('no witness');
    expect(step.answer).toBe('allow');
    expect(step.label?.en).toBe('refuse (`cap`) in the accepted version');
    expect(decideOnce(prepared(LIMIT), step.call, step.context).answer).toBe('refuse');
    expect(await findings('P04', now, undefined, prepared(LIMIT))).toEqual([]);
    const [narrower, ...more] = await findings('P04', LIMIT, undefined, prepared(now));
    expect(more).toEqual([]);
    expect(narrower).toMatchObject({ severity: 'info', subkind: 'allow_to_refuse', rules: ['cap'] });
  });

  it('is less grave where a person is asked', async () => {
    const [finding] = await findings(
      'P03',
      `${TOOL} confirm (tool == "pay");`,
      undefined,
      prepared(`${TOOL} refuse (tool == "pay");`),
    );
    expect(finding).toMatchObject({ severity: 'medium', subkind: 'refuse_to_confirm' });
  });

  it('looks at histories, and at names that nobody wrote down', async () => {
    const window = (hours: string): string =>
      `${TOOL} allow (tool == "pay"); refuse (tool == "pay") when history { count(pay.open) within ${hours} by principal >= 2 };`;
    const [shorter] = await findings('P03', window('1h'), undefined, prepared(window('24h')));
    expect(shorter).toMatchObject({ subkind: 'refuse_to_allow' });
    const open = 'dialect 1; default allow; refuse tool like "db.*";';
    const [unnamed] = await findings('P03', open.replace('db.*', 'db.drop*'), undefined, prepared(open));
    expect(unnamed?.tool).toMatch(/^db\./);
  });

  it('asks nothing without an accepted version, and finds nothing in the same one', async () => {
    expect(await findings('P03', LIMIT)).toEqual([]);
    for (const id of ['P03', 'P04', 'P05'] as const)
      expect(await findings(id, LIMIT, undefined, prepared(LIMIT))).toEqual([]);
    const report = await runHunt(prepared(LIMIT), null, { classes: ['P03', 'P04', 'P05'] });
    expect(report.checks.map(({ asked }) => asked)).toEqual([0, 0, 0]);
  });

  const small = fc
    .array(
      fc.record({
        effect: fc.constantFrom('allow', 'confirm', 'refuse'),
        tools: fc.constantFrom('a', 'b', '[a, b]'),
        test: fc.constantFrom(
          '',
          ' when n > 1',
          ' when n <= 2',
          ' when n == 0',
          ' when has m',
          ' when n > 0 and m == "x"',
        ),
      }),
      { maxLength: 4 },
    )
    .map((rules) => rules.map(({ effect, tools, test }) => `${effect} ${tools}${test};`).join(' '));

  it('finds each change of an answer that going through all calls finds', async () => {
    const solver = await openZ3();
    const head =
      'dialect 1; tool a (n: int 0..3, m?: keyword in ["x", "y"]); tool b (n: int 0..3, m?: keyword in ["x", "y"]);';
    await fc.assert(
      fc.asyncProperty(small, small, async (one, other) => {
        const [now, before] = [one, other].map((rules) => prepared(`${head} ${rules}`));
        if (!now || !before) throw new Error('two versions');
        const changes = new Set<string>();
        for (const tool of ['a', 'b'])
          for (const n of [0, 1, 2, 3])
            for (const m of [undefined, 'x', 'y']) {
              const call = { tool, args: { n, ...(m !== undefined && { m }) } };
              const [is, was] = [now, before].map((policy) => decideOnce(policy, call, {}).answer);
              if (is && was && is !== was)
                changes.add(`${strictness[is] < strictness[was] ? 'P03' : 'P04'} ${tool} ${was}_to_${is}`);
            }
        const report = await runHunt(now, solver, { classes: ['P03', 'P04', 'X01'], accepted: before, repairs: null });
        const found = report.findings.map(({ class: id, tool, subkind }) => `${id} ${tool ?? ''} ${subkind ?? ''}`);
        expect(found.toSorted()).toEqual([...changes].toSorted());
      }),
      { numRuns: 60 },
    );
  });
});
