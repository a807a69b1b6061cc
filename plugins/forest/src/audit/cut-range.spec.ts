import { expect, it } from 'vitest';
import { loansAudit } from '../testing/loans.js';
import { askCases, casesOf } from './audit.js';
import { type CertificateLine, checkAudit } from './check-audit.js';
import { NO_CASES } from './earlier.js';
import { engine } from './engine.js';

const LIMITS = ['>=0', '<=1', '>=0.01', '<=1.5', '>=-0.5'];
const TABLE = `kind,where,output,expect\n${LIMITS.map((limit) => `range,income>=30000,p[1],${limit}\n`).join('')}`;

it('a range whose ends are open is proved within its limit by certificates that are there', async () => {
  const audit = loansAudit({ table: TABLE });
  const proved = { open: 0, closed: 0 };
  for (const nodes of [1, 2, 4, 8, 16, 64, 100_000]) {
    const lines: CertificateLine[] = [];
    const settled = new Set<string>();
    const budget = { nodes, slice: nodes, over: () => false, ...NO_CASES };
    await askCases(audit, casesOf(audit), engine, budget, {
      bounds: () => Promise.resolve(),
      failed: (_at, error) => expect.fail(String(error)),
      case: (at, { verdict, bounds }, certificates, left) => {
        const id = audit.rows[at.row]?.id ?? '';
        if (verdict !== 'proved') return Promise.resolve();
        settled.add(id);
        expect(bounds).not.toBeNull();
        proved[left === null ? 'closed' : 'open'] += 1;
        for (const { record, question, bytes, bound } of certificates)
          lines.push({
            id,
            record,
            question,
            bound: bound ?? null,
            certificate: Buffer.from(bytes).toString('base64'),
          });
        return Promise.resolve();
      },
    });
    const checked = await checkAudit(audit, lines);
    expect(checked.map(({ id, problem }) => [id, problem])).toEqual([...settled].map((id) => [id, null]));
  }
  expect(Math.min(proved.open, proved.closed)).toBeGreaterThan(2);
});
