// Embedded only: the room of a solver is the same whatever the stores are.
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Sums of unknown numbers: a question for the solver. */
const QUESTION = {
  mode: 'guardrail',
  policy: `dialect 2; default refuse;
    @id("sum") allow (tool == "t") when { args.a + args.b <= 1000 && args.b - args.c <= 7 && args.a > 2 * args.c };`,
  action: { tool: 't', arguments: {}, unknown: ['a', 'b', 'c'] },
  context: { now: '2026-11-21T12:00:00Z' },
};

interface Solve {
  readonly status: string;
  readonly result: {
    readonly answer: string;
    readonly completeness: { readonly holds_for_all: boolean | null; readonly undecided_reason: string | null };
  };
}

describe('a profile without room for the solver', () => {
  let host: TestHost;
  let key: TestKey;

  beforeAll(async () => {
    const budget = { description: 'For a test.', wall_ms: 60_000, solver_ms: 60_000 };
    host = await startHost({
      plugins: ['@ostiary/guardrail'],
      deployment: {
        profiles: { roomy: { ...budget, memory_mb: 1_024 }, tiny: { ...budget, memory_mb: 64 } },
        default_profile: 'roomy',
      },
    });
    key = await host.createKey();
  });
  afterAll(() => host.close());

  const ask = async (profile: string): Promise<Solve> =>
    (
      await host.http
        .post('/v1/solves')
        .set({ Authorization: key.bearer, Prefer: 'wait=30' })
        .send({ ...QUESTION, profile })
        .expect(200)
    ).body as Solve;

  it('leaves the question undecided, every time, and no other answer; one with room decides it beside', async () => {
    const answers = await Promise.all(['tiny', 'roomy', 'tiny', 'roomy'].map(ask));
    const [tiny, roomy] = [answers[0], answers[1]];
    expect(tiny).toMatchObject({
      status: 'succeeded',
      result: { completeness: { holds_for_all: null, method: 'none', undecided_reason: 'solver_memory' } },
    });
    expect(roomy).toMatchObject({
      status: 'succeeded',
      result: { completeness: { holds_for_all: false, undecided_reason: null } },
    });
    expect(answers.map(({ result }) => result.answer)).toEqual(answers.map(() => roomy?.result.answer));
    expect(answers.map(({ result }) => result.completeness)).toEqual(
      [0, 1, 0, 1].map((at) => answers[at]?.result.completeness),
    );
  });
});
