import { describe, expect, it } from 'vitest';
import type { Engine } from '../judge/index.js';
import { loansAudit } from '../testing/loans.js';
import {
  askCases,
  type CaseResult,
  casesOf,
  type CaseState,
  caseState,
  engine,
  NO_CASES,
  readEarlierCases,
  RESUME_END,
  resumeHead,
  ResumeMembers,
  RowTally,
  runDigests,
} from './index.js';

const TABLE = `id,kind,where,output,expect
first,never,income>=150000; debt<=0.05; age>=40,label,label=1
bad,never,debt<=0.2,label,label=1
last,range,,p[1],
`;

const RUN = runDigests({
  model: { sha256: 'm' },
  compare: null,
  texts: { properties: TABLE, schema: null, records: null },
  around: null,
});

/** The search, but for one question of one row. */
const with_ = (broken: Partial<Engine>): Engine => ({ ...engine, ...broken });

interface Asked {
  readonly results: readonly CaseResult[];
  readonly told: readonly unknown[];
  /** What `resume.json` has of them. */
  readonly states: readonly CaseState[];
}

async function asked(own: Engine, earlier = NO_CASES): Promise<Asked> {
  const audit = loansAudit({ table: TABLE, records: null });
  const results: CaseResult[] = [];
  const states: CaseState[] = [];
  const told: unknown[] = [];
  const budget = { nodes: 100_000, slice: 100_000, over: () => false, ...earlier };
  await askCases(audit, casesOf(audit), own, budget, {
    bounds: () => Promise.resolve(),
    case: (_at, result, certificates, left) => {
      const state = caseState(result, certificates, left);
      if (state !== null) states.push(state);
      return Promise.resolve(void results.push(result));
    },
    failed: (_at, error) => void told.push(error),
  });
  return { results, told, states };
}

describe('an error of ours in one row', () => {
  let nth = 0;
  const second = (answer: (given: ReturnType<Engine['exists']>) => ReturnType<Engine['exists']>): Engine => {
    nth = 0;
    return with_({
      exists: (...given) => {
        const found = engine.exists(...given);
        nth += 1;
        return nth === 2 ? answer(found) : found;
      },
    });
  };
  const broken: readonly (readonly [string, Engine, string])[] = [
    [
      'a search that fails',
      second(() => {
        throw new TypeError('no such tree');
      }),
      'no such tree',
    ],
    [
      'a search that adds up wrongly',
      second((found) =>
        found.verdict === 'violated'
          ? {
              ...found,
              witness: { ...found.witness, sums: found.witness.sums.map((sums) => sums.map((sum) => sum + 1)) },
            }
          : found,
      ),
      'the search and the model disagree',
    ],
    [
      'a witness that lies outside the region',
      second((found) => {
        if (found.verdict !== 'violated') return found;
        const values = found.witness.values.map((own) => own.map((value, column) => (column === 1 ? 17 : value)));
        return { ...found, witness: { ...found.witness, values } };
      }),
      'does not show what it is said to',
    ],
  ];

  it.each(broken)('%s is the answer to that row, and the others are answered', async (_what, own, words) => {
    nth = 0;
    const whole = await asked(engine);
    nth = 0;
    const { results, told } = await asked(own);
    expect(results.map(({ verdict }) => verdict)).toEqual(['proved', 'internal_error', 'proved']);
    expect(results[1]).toMatchObject({ witness: null, bounds: null, certificates: [] });
    expect(results[1]?.reason?.en).toContain(words);
    expect([results[0], results[2]]).toEqual([whole.results[0], whole.results[2]]);
    expect(told).toHaveLength(1);
  });

  it('is what its row came to, before anything else', async () => {
    const audit = loansAudit({ table: 'id,kind,where,vary,output\nD,min_distance,@records,income,label\n' });
    const tally = new RowTally(audit);
    let asks = 0;
    const own = with_({
      nearest: (...given) => {
        asks += 1;
        if (asks === 2) throw new RangeError('no such cell');
        return engine.nearest(...given);
      },
    });
    const budget = { nodes: 100_000, slice: 100_000, over: () => false, ...NO_CASES };
    await askCases(audit, casesOf(audit), own, budget, {
      bounds: () => Promise.resolve(),
      case: (_at, result) => Promise.resolve(tally.add(result)),
      failed: () => undefined,
    });
    expect(tally.results()).toMatchObject([{ verdict: 'internal_error', records: { internal_error: 1, proved: 2 } }]);
  });

  it('is asked again by who goes on, and what an earlier run is said to have shown is looked at', async () => {
    const { results, states } = await asked(engine);
    const [first, bad, last] = states as [CaseState, CaseState, CaseState];
    const [input] = bad.witness?.inputs ?? [];
    if (bad.witness === null || input === undefined) throw new Error('it shows an input');
    // The age of 17, which the schema excludes.
    const shown = { ...input, values: input.values.with(1, '41880000') };
    const forged = { ...bad, witness: { ...bad.witness, inputs: [shown] } };
    const [answer] = results;
    if (answer === undefined) throw new Error('it is answered');
    const failed = caseState({ ...answer, verdict: 'internal_error' }, [], null);
    expect([first.verdict, failed]).toEqual(['proved', null]);
    const members = new ResumeMembers();
    const text = resumeHead('forest', RUN) + members.text(forged) + members.text(last) + RESUME_END;
    const again = await asked(engine, readEarlierCases(text, RUN));
    expect(again.results.map(({ verdict }) => verdict)).toEqual(['proved', 'input_error', 'proved']);
    expect(again.told).toEqual([]);
  });

  it('of who listens ends the audit', async () => {
    const audit = loansAudit({ table: TABLE, records: null });
    const budget = { nodes: 100_000, slice: 1, over: () => false, ...NO_CASES };
    const run = askCases(audit, casesOf(audit), engine, budget, {
      bounds: () => Promise.reject(new Error('the job was cancelled')),
      case: () => Promise.resolve(),
      failed: () => expect.fail('no row is wrong'),
    });
    await expect(run).rejects.toThrow('the job was cancelled');
  });
});
