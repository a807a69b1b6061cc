import { decideOnce } from '@ostiary/guard';
import type { HistoryEvent } from '@ostiary/policy';
import { StatementReplay } from '@ostiary/policy/symbolic';
import { openZ3 } from '@ostiary/smt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepared } from '../../testing/hunted.js';
import { Hunt } from '../hunt/hunt.js';
import { brokenSession } from './session-properties.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 2, 2, 9);
const WINDOWS = ['10m', '30m', '1h'] as const;
const STATES = ['open', 'ok', 'allowed'] as const;
const KEYS = ['principal', 'session', 'anyone'] as const;

interface Limit {
  readonly op: 'sum' | 'count';
  readonly state: string;
  readonly window: string;
  readonly key: string;
  readonly most: number;
}

const limit = (states: readonly string[]): fc.Arbitrary<Limit> =>
  fc.record({
    op: fc.constantFrom('sum', 'count'),
    state: fc.constantFrom(...states),
    window: fc.constantFrom(...WINDOWS),
    key: fc.constantFrom(...KEYS),
    most: fc.integer({ min: 1, max: 3 }),
  });

/** Of a rule and of a property: any two, and two that differ in one thing only. */
const limits: fc.Arbitrary<readonly [Limit, Limit]> = fc
  .tuple(limit(STATES), limit(STATES), fc.constantFrom(null, 'state', 'window', 'key', 'most'))
  .map(([rule, other, changed]) => [rule, changed === null ? other : { ...rule, [changed]: other[changed] }]);

const counted = ({ op, state, window, key }: Limit, own: string): string =>
  op === 'sum'
    ? `sum(pay.${state}.n) within ${window} by ${key}${own}`
    : `count(pay.${state}) within ${window} by ${key}`;

/** A policy with one limit, and a property that is another one. */
const policyOf = (rule: Limit, property: Limit): string =>
  [
    'dialect 2; tool pay (n: int 0..2); allow (tool == "pay");',
    `refuse (tool == "pay") when history { ${counted(rule, ' including this')} ${rule.op === 'sum' ? '>' : '>='} ${String(rule.most)} };`,
    `always "kept": session ${counted(property, '')} <= ${String(property.most)};`,
  ].join(' ');

const calls = fc.array(
  fc.record({
    n: fc.integer({ min: 0, max: 2 }),
    gap: fc.constantFrom(0, 5, 10, 11, 29, 31, 60, 61),
    who: fc.constantFrom('ann', 'bob'),
    ending: fc.constantFrom('ok' as const, 'failed' as const, null),
  }),
  { minLength: 1, maxLength: 7 },
);

describe('properties over sessions', () => {
  it('are broken by no session when none is found for any length', async () => {
    const solver = await openZ3();
    const seen = { inductive: 0, broken: 0 };
    await fc.assert(
      fc.asyncProperty(limits, fc.array(calls, { minLength: 30, maxLength: 30 }), async ([rule, stated], sessions) => {
        const policy = prepared(policyOf(rule, stated));
        const hunt = new Hunt(policy, { solver, sessionBound: 3, accepted: null });
        const [property] = policy.core.properties;
        if (!property) throw new Error('no property');
        try {
          const found = await brokenSession(hunt, property);
          const replay = new StatementReplay(policy, property);
          if (found.kind === 'found') seen.broken += 1;
          const last = found.kind === 'found' ? found.steps.at(-1)?.draft : null;
          expect(last === null || (last && replay.breaks(last.call, last.context))).toBe(true);
          if (found.kind !== 'never' || found.bound !== null) return;
          seen.inductive += 1;
          for (const session of sessions) expect(breaks(policy, replay, session)).toBe(false);
        } finally {
          hunt.close();
        }
      }),
      { numRuns: 60 },
    );
    expect(seen.inductive).toBeGreaterThan(10);
    expect(seen.broken).toBeGreaterThan(10);
  });
});

/** Whether some moment of a session, or the moment after it, breaks the property. */
function breaks(
  policy: ReturnType<typeof prepared>,
  replay: StatementReplay,
  session: typeof calls extends fc.Arbitrary<infer Calls> ? Calls : never,
): boolean {
  const history: HistoryEvent[] = [];
  let now = START;
  return [...session, { n: 0, gap: 0, who: 'ann', ending: null }, { n: 0, gap: 0, who: 'bob', ending: null }].some(
    ({ n, gap, who, ending }, at) => {
      now += gap * MINUTE;
      const call = { tool: 'pay', args: { n } };
      const context = { now, principal: { id: who }, session: { id: who }, history: [...history] };
      const isBroken = replay.breaks(call, context);
      const { answer } = decideOnce(policy, call, context);
      const states = answer === 'allow' ? (['allowed', ending] as const) : (['refused'] as const);
      for (const state of states)
        if (state) history.push({ ...call, state, at: now, call_id: `c${String(at)}`, principal: who, session: who });
      return isBroken;
    },
  );
}
