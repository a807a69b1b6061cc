import { basename } from 'node:path';
import { askCases, casesOf, caseState, engine, NO_CASES, readEarlierCases, RowTally } from '@ostiary/forest/audit';
import {
  auditJson,
  caseCells,
  caseColumns,
  caseJson,
  certificateJson,
  csvLine,
  type ForestReport,
  jsonLine,
  outcomeText,
  reportOf,
  summaryText,
  titleOf,
  unexpectedText,
  VERDICT_NAMES,
} from '@ostiary/forest/report';
import type { Given } from '../command.js';
import { save } from '../files/save.js';
import { ProgressBar } from '../show/progress.js';
import { clean, type Screen } from '../show/screen.js';
import { VERDICT_COLOURS } from '../show/boxes.js';
import { showTable } from '../show/table.js';
import type { ExitCode } from '../text/exit-codes.js';
import { say } from '../text/words.js';
import { codeOf, failOnOf } from './fail-on.js';
import { countOf } from './options.js';
import { writeForestReports } from './reports.js';
import { readResume, saveLeft, showOpen } from './resume.js';
import type { ForestSources } from './sources.js';

/** Asks every row of a table, shows what came of them, and writes the files that were asked for. */
export async function auditForest(given: Given, sources: ForestSources, screen: Screen): Promise<ExitCode> {
  const failOn = failOnOf(given);
  const nodes = countOf(given, 'nodes', 200_000);
  const { audit, compare, name } = sources;
  const { language } = screen;
  const run = sources.run(null);
  const earlier = readResume(given, run, readEarlierCases) ?? NO_CASES;
  const tally = new RowTally(audit);
  const files = { csv: [csvLine(caseColumns(audit.rows))], jsonl: [] as string[], certificate: [] as string[] };
  const states: object[] = [];
  let [open, done] = [0, 0];
  const cases = casesOf(audit);
  const bar = new ProgressBar(basename(name), language);
  await askCases(
    audit,
    cases,
    engine,
    { nodes, slice: nodes, over: () => false, ...earlier },
    {
      bounds: () => Promise.resolve(),
      // The row tells of it, and the exit code.
      failed: () => undefined,
      case: (at, result, certificates, left) => {
        const row = audit.rows[result.row];
        const record = audit.records[at.record ?? -1] ?? null;
        tally.add(result, record?.weight);
        if (row !== undefined) {
          files.csv.push(csvLine(caseCells(result, row, record, language)));
          files.jsonl.push(jsonLine(caseJson(result, row, record)));
          files.certificate.push(...certificates.map((each) => jsonLine(certificateJson(each, row.id))));
        }
        const state = caseState(result, certificates, left);
        if (state !== null) states.push(state);
        if (left !== null) open += 1;
        bar.draw({ done: ++done, total: cases.length });
        return Promise.resolve();
      },
    },
  );
  bar.clear();
  const rows = tally.results();
  const report = reportOf(audit, compare, rows, { name: basename(name), language, runtime: null, open });
  writeForestReports(given, report);
  for (const [option, lines] of Object.entries(files)) {
    const to = given.value(option);
    if (to !== undefined) save(to, lines.join(''));
  }
  saveLeft(given, { mode: 'forest', run, open, states });
  if (screen.json) screen.line(JSON.stringify({ file: name, ...auditJson(report) }, null, 2));
  else {
    showRows(name, report, screen);
    showOpen(open, given.value('left-open'), screen);
  }
  return codeOf(rows, failOn);
}

function showRows(name: string, { rows, unexpected }: ForestReport, screen: Screen): void {
  const { language } = screen;
  showTable(
    rows.map((row) => [
      row.id,
      { text: say(VERDICT_NAMES[row.verdict], language), colour: VERDICT_COLOURS[row.verdict] },
      row.severity,
      titleOf(row, language),
      outcomeText(row, language, 4),
    ]),
    screen,
  );
  screen.line();
  screen.line(`${clean(name)}: ${[summaryText(rows, language), ...unexpectedText(unexpected, language)].join('; ')}`);
}
