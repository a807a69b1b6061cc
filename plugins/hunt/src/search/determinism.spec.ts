import { digestOf } from '@ostiary/guard';
import { openZ3, type OpenedZ3 } from '@ostiary/smt';
import { expect, it } from 'vitest';
import type { ClassId } from './model/class-id.js';
import { runHunt } from './run.js';
import { prepared } from './testing/hunted.js';

/** Something for the cells, something for z3 (two amounts that are compared with one another), and a session. */
const TEXT = `dialect 2;
default refuse;
tool pay @write (amount: money EUR, rows: int 0..9, env: text);
@id("little") allow (tool == "pay") when { args.amount < 40.00 EUR && args.env != "prod" };
@id("middle") confirm (tool == "pay") when { args.amount >= 50.00 EUR && args.amount < 90.00 EUR };
@id("never") allow (tool == "pay") when { args.rows + args.rows > 20 };`;

const CLASSES: readonly ClassId[] = ['G01', 'G03', 'S01', 'S08', 'S09', 'B01', 'H01'];

it('gives one report in fifty hunts, by whichever solver, whatever that did before', { timeout: 600_000 }, async () => {
  const solvers: OpenedZ3[] = [await openZ3(), await openZ3(), await openZ3()];
  const digests = new Set<string>();
  for (let run = 0; run < 50; run++) {
    const solver = solvers[run % solvers.length];
    if (!solver) throw new RangeError('no solver');
    if (run % 7 === 3)
      await runHunt(prepared(`dialect 1; allow t when n > ${String(run)} and n < ${String(run + 2)};`), solver, {
        repairs: null,
      });
    const report = await runHunt(prepared(TEXT), solver, { classes: CLASSES, sessionBound: 3, repairs: null });
    expect(report.findings.length).toBeGreaterThan(3);
    digests.add(digestOf(JSON.parse(JSON.stringify(report))));
  }
  expect(digests.size).toBe(1);
  for (const solver of solvers) await solver.close();
});
