import type { SmtSolver } from '@ostiary/policy/symbolic';
import { describe, expect, it } from 'vitest';
import { decide } from '../decide/decide.js';
import { callOf, contextOf } from '../request/to-evaluator.js';
import { prepared } from '../testing/index.js';
import { type PropertyVerdict, propertiesOf } from './properties.js';
import { SolverLost } from '../solver-lost.js';

/** Lost as soon as it is asked. */
const lost: SmtSolver = {
  open: () => ({
    check: () => Promise.reject(new SolverLost('solver_memory', null)),
    close: () => undefined,
  }),
};

const RULES = 'dialect 2; allow (tool == "pay") when { args.n <= 100 };';
const of = (statements: string): Promise<PropertyVerdict[]> => propertiesOf(prepared(`${RULES} ${statements}`), lost);

describe('propertiesOf', () => {
  it('answers each in the order of the text, with calls that break it and can be sent back', async () => {
    const text = `${RULES} never "large": tool == "pay" && args.n > 50 && answer == "allow"; always "small": answer == "refuse" || args.n <= 100;`;
    const policy = prepared(text);
    const [large, small] = await propertiesOf(policy, lost);
    expect([large, small]).toMatchObject([
      { title: 'large', kind: 'never', status: 'broken', reason: null },
      { title: 'small', kind: 'always', status: 'holds', breaches: [] },
    ]);
    for (const { action, context } of large?.breaches ?? [])
      expect(decide(policy, callOf(action), contextOf(context)).answer).toBe('allow');
    expect(large?.breaches.length).toBeGreaterThan(0);
  });

  it('names the assumptions that one rests on', async () => {
    const found = await of(
      'assume "few": args.n <= 10; never "some": tool == "pay" && args.n > 50 && answer == "allow";',
    );
    expect(found).toMatchObject([{ status: 'holds', assumptions: ['few'] }]);
  });

  it('does not decide what is over sessions, nor what a lost solver was needed for', async () => {
    const [session] = await of('never "twice": session count(pay.ok) within 1h by principal >= 2;');
    expect(session).toMatchObject({ status: 'undecided', reason: 'over_sessions' });
    const [sum] = await of(
      'never "sum": tool == "pay" && args.a + args.b * 3 > 7 && args.a - args.b < 2 && answer == "refuse" && args.a * 7 == args.b * 5 + 1;',
    );
    expect(sum).toMatchObject({ status: 'undecided', reason: 'solver_memory' });
  });

  it('has none where nothing is stated', async () => {
    expect(await of('')).toEqual([]);
  });
});
