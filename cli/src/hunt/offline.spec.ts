import { preparePolicy } from '@ostiary/guard';
import { describe, expect, it } from 'vitest';
import type { HuntedPolicy } from './foreign.js';
import { type Hunted, huntOffline } from './offline.js';

function policy(text: string): HuntedPolicy {
  const prepared = preparePolicy({ text });
  if (!prepared.ok) throw new Error('the policy does not read');
  return { ok: true, name: 'p.ost', text, policy: prepared.policy, foreign: null, readings: {} };
}

const hunt = (text: string, against: string | null = null): Promise<Hunted> =>
  huntOffline({
    policy: policy(text),
    against: against === null ? null : policy(against),
    options: { classes: ['G01', 'G03', 'G04'], severities: null, sessionBound: null },
    solver: null,
    language: 'en',
    onProgress: () => undefined,
  });

describe('a hunt without a solver', () => {
  it('counts what cells do not decide, and calls nothing fixed for it', async () => {
    const hard = 'dialect 2; tool t (a: int, b: int); allow (tool == "t") when { args.a + args.b > 10 && args.a > 3 };';
    const { undecided } = await hunt(hard);
    expect(undecided).toBeGreaterThan(0);
    const before = 'dialect 2; tool t (a: int, b: int); allow (tool == "t") when { args.a > 3 && args.a < 2 };';
    const { findings } = await hunt(before);
    expect(findings.map(({ class: id }) => id)).toContain('G01');
    const gone = await hunt(hard, before);
    expect(gone.fixed).toBe(0);
  });
});
