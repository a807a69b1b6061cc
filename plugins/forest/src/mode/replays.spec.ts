// Embedded only: no service is started.
import { expect, it } from 'vitest';
import { askCases, type CaseResult, casesOf, engine, NO_CASES } from '../audit/index.js';
import type { ReplayAnswer, ReplayTask } from '../replay/index.js';
import { loansAudit } from '../testing/loans.js';
import { Replays } from './replays.js';

const TABLE = `id,kind,where,output,expect
a,never,debt<=0.2,label,label=1
b,never,income<=1000,label,label=0
c,range,,p[1],
`;

it('a witness that the runtime answers otherwise, or fails on, is an error of its own question alone', async () => {
  const audit = loansAudit({ table: TABLE, records: null });
  const results: CaseResult[] = [];
  const budget = { nodes: 100_000, slice: 100_000, over: () => false, ...NO_CASES };
  await askCases(audit, casesOf(audit), engine, budget, {
    bounds: () => Promise.resolve(),
    case: (_at, result) => Promise.resolve(void results.push(result)),
    failed: (_at, error) => expect.fail(String(error)),
  });
  /** What our reading gives, but for one input. */
  const runtime = (wrong: number, as: 'bits' | 'failure') => (task: ReplayTask) => {
    const outputs = task.rows.map((row, at) => {
      const { label, scores } = audit.model.score(row.map((value) => value));
      if (at === wrong && as === 'failure') return { failed: 'no such category' };
      const own = { label, scores: at === wrong ? scores.map((score) => score + 2 ** -20) : scores };
      return { alone: own, others: [own, own] };
    });
    return { ok: true, runtime: 'a runtime', outputs } satisfies ReplayAnswer;
  };
  const replayed = (answer: (task: ReplayTask) => ReplayAnswer): Promise<CaseResult[]> =>
    new Replays(
      { model: { file: { upload_id: 'u' }, forest: audit.model.forest }, compare_model: null },
      {
        input: () => Promise.resolve({ path: () => Promise.resolve('model.onnx') } as never),
        solver: () =>
          Promise.resolve({
            request: (task: unknown) => Promise.resolve(answer(task as ReplayTask)),
            release: () => {},
          } as never),
      },
    ).replayed(results, audit.rows);
  const right = await replayed(runtime(-1, 'bits'));
  expect(right.map(({ verdict, witness }) => [verdict, witness?.replay])).toEqual([
    ['violated', 'same'],
    ['violated', 'same'],
    ['proved', 'same'],
  ]);
  for (const as of ['bits', 'failure'] as const)
    for (const [wrong, row] of [0, 1, 2, 2].entries()) {
      const found = await replayed(runtime(wrong, as));
      expect(found.map(({ verdict }) => verdict)).toEqual(
        right.map(({ verdict }, at) => (at === row ? 'internal_error' : verdict)),
      );
      expect(found[row]).toMatchObject({ verdict: 'internal_error', witness: null, certificates: [] });
      expect(found[row]?.reason?.en).toContain('the runtime disagrees about an input');
      expect(found.toSpliced(row, 1)).toEqual(right.toSpliced(row, 1));
    }
});
