import { expect, it } from 'vitest';
import type { Engine } from '../judge/index.js';
import { loansAudit } from '../testing/loans.js';
import { askCases, caseKey, casesOf, type CaseState, caseState, engine } from './index.js';

const TABLE = 'id,kind,where,vary,max_changes,output,expect\nE,evasion,@records,income;debt;children,1,label,\n';
const audit = loansAudit({ table: TABLE, records: 'record_id,income,age,debt,children\neva,40000,45,0.5,0\n' });

/** The row in runs of one node a question, until nothing is open; and what each question costs. */
async function inRuns(): Promise<{ readonly runs: number; readonly costs: ReadonlyMap<string, number> }> {
  const costs = new Map<string, number>();
  const own: Engine = {
    ...engine,
    nearest: (subject, question, budget, name) => {
      const answer = engine.nearest(subject, question, budget, name);
      costs.set(name, Math.max(costs.get(name) ?? 0, answer.nodes));
      return answer;
    },
  };
  let earlier = new Map<string, CaseState>();
  for (let runs = 1; runs < 500; runs += 1) {
    const next = new Map<string, CaseState>();
    let open = 0;
    await askCases(
      audit,
      casesOf(audit),
      own,
      { nodes: 1, slice: 1, over: () => false, earlier },
      {
        bounds: () => Promise.resolve(),
        failed: (_at, error) => expect.fail(String(error)),
        case: (_at, result, certificates, left) => {
          const state = caseState(result, certificates, left);
          if (state !== null) next.set(caseKey(state.row, state.record), state);
          if (left !== null) open += 1;
          return Promise.resolve();
        },
      },
    );
    if (open === 0) return { runs, costs };
    earlier = next;
  }
  throw new Error('it goes on for ever');
}

it('what a run settled of a row that is open stays settled: the questions of a row take no turns', async () => {
  const { runs, costs } = await inRuns();
  const unlike = new Set(costs.values());
  expect([costs.size, unlike.size > 1]).toEqual([3, true]);
  expect(runs).toBe(Math.max(...costs.values()));
});
