import { expect, it } from 'vitest';
import { loansAudit } from '../testing/loans.js';
import { askCases, casesOf } from './audit.js';
import { type CertificateLine, checkAudit } from './check-audit.js';
import { NO_CASES } from './earlier.js';
import { engine } from './engine.js';

const RECORDS = 'record_id,income,age,debt,children\nana,20000,30,0.9,1\nrui,90000,60,0.1,2\neva,40000,45,0.5,0\n';

/** Each kind with a limit from both sides, of one choice of features and of several, on what a distance is and between. */
const TABLE = `kind,where,vary,output,expect,distance,cost,max_changes
${['>=5', '>5', '>=1000', '<=1e-3', '<1e-3', '<=0', '>0']
  .flatMap((limit) => [
    `min_distance,@records,income; debt; age,label,distance${limit},l1,,`,
    `min_distance,@records,income; debt; children,label,distance${limit},linf,,2`,
    `evasion,@records,income; debt; age; children,label,cost${limit},,income=0.001; debt=100,1`,
    `evasion,@records,*,label,cost${limit},l0,,`,
  ])
  .join('\n')}
`;

it('a distance that stays open is proved within its limit by certificates that are there', async () => {
  const audit = loansAudit({ table: TABLE, records: RECORDS });
  const seen = { open: 0, closed: 0, without: 0 };
  for (const nodes of [1, 2, 4, 8, 16, 64, 100_000]) {
    const lines: CertificateLine[] = [];
    const settled: string[] = [];
    await askCases(
      audit,
      casesOf(audit),
      engine,
      { nodes, slice: nodes, over: () => false, ...NO_CASES },
      {
        bounds: () => Promise.resolve(),
        failed: (_at, error) => expect.fail(String(error)),
        case: (at, { verdict, witness }, certificates, left) => {
          const id = audit.rows[at.row]?.id ?? '';
          const record = at.record === null ? null : (audit.records[at.record]?.id ?? null);
          for (const { question, bytes, bound } of certificates)
            lines.push({
              id,
              record,
              question,
              ...(bound !== undefined && { bound: Number.isFinite(bound) ? bound : null }),
              certificate: Buffer.from(bytes).toString('base64'),
            });
          if (certificates.length > 0) settled.push(`${id} ${record}`);
          // A limit from above is violated where nothing is as near, and has no witness then.
          if (verdict !== 'proved' && (verdict !== 'violated' || witness !== null)) return Promise.resolve();
          if (certificates.length === 0) seen.without += 1;
          else seen[left === null ? 'closed' : 'open'] += 1;
          return Promise.resolve();
        },
      },
    );
    const checked = await checkAudit(audit, lines);
    expect(checked.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(checked.map(({ id, record }) => `${id} ${record}`)).toEqual(settled);
  }
  expect(seen.without).toBe(0);
  expect(Math.min(seen.open, seen.closed)).toBeGreaterThan(20);
});
