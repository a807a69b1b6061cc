import { type Audit, askCases, casesOf, engine, NO_CASES, type RowResult, RowTally } from '../audit/index.js';
import { loansAudit } from './loans.js';

/** What the rows of a table come to, asked of the example of loans; throws where a question ends in an error of ours. */
export async function answeredLoans(
  asked: Parameters<typeof loansAudit>[0],
): Promise<{ readonly audit: Audit; readonly rows: readonly RowResult[] }> {
  const audit = loansAudit(asked);
  const tally = new RowTally(audit);
  const budget = { nodes: 100_000, slice: 100_000, over: () => false, ...NO_CASES };
  await askCases(audit, casesOf(audit), engine, budget, {
    bounds: () => Promise.resolve(),
    failed: (_at, error) => {
      throw error;
    },
    case: ({ record }, result) => Promise.resolve(tally.add(result, audit.records[record ?? -1]?.weight)),
  });
  return { audit, rows: tally.results() };
}
