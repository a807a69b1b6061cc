import { basename } from 'node:path';
import { type AuditBudget, askCases, casesOf, engine, type RowResult, RowTally } from '@ostiary/forest/audit';
import {
  auditJson,
  CASE_COLUMNS,
  caseCells,
  certificateJson,
  csvLine,
  jsonLine,
  outcomeLines,
  reportOf,
  summaryText,
  titleOf,
  VERDICT_NAMES,
} from '@ostiary/forest/report';
import { oneOf } from '../arguments.js';
import type { Command, Given } from '../command.js';
import { save } from '../files/save.js';
import { checkForestCertificates } from '../forest/certificates.js';
import { FOREST_REPORT_OPTIONS, writeForestReports } from '../forest/reports.js';
import { FOREST_SOURCE_OPTIONS, type ForestSources, readForestSources } from '../forest/sources.js';
import { clean, type Screen } from '../show/screen.js';
import { showTable } from '../show/table.js';
import { CommandError } from '../text/command-error.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { say } from '../text/words.js';

const FAIL_ON = ['violated', 'undecided', 'none'] as const;

export const forest: Command = {
  name: 'forest',
  files: '<model> <table> | verify <certificates> <model> <table>',
  help: {
    en: 'Verify a tree ensemble (ONNX) by a table of properties: over every input that it can see. With "verify", check what proves the rows that are proved, and search nothing.',
    pt: 'Verifica um conjunto de árvores (ONNX) por uma tabela de propriedades: sobre cada entrada que ele pode ver. Com "verify", verifica o que prova as linhas provadas, sem procurar nada.',
  },
  options: [
    ...FOREST_SOURCE_OPTIONS,
    {
      name: 'nodes',
      value: 'N',
      help: {
        en: 'boxes that the search looks at for each question, at most; when left out 200000',
        pt: 'caixas que a procura vê em cada pergunta, no máximo; por omissão 200000',
      },
    },
    {
      name: 'fail-on',
      value: 'WORD',
      help: {
        en: 'violated (when left out; what is not settled ends with 4), undecided, or none',
        pt: 'violated (por omissão; o que não se decidiu termina com 4), undecided, ou none',
      },
    },
    {
      name: 'csv',
      value: 'FILE',
      help: { en: 'write a line for each question', pt: 'escrever uma linha por cada pergunta' },
    },
    {
      name: 'certificate',
      value: 'FILE',
      help: {
        en: 'write what proves the rows that are proved, a line of JSON each',
        pt: 'escrever o que prova as linhas provadas, uma linha JSON cada',
      },
    },
    ...FOREST_REPORT_OPTIONS,
  ],
  run: (given, screen) => {
    const [first = '', ...others] = given.files;
    const verify = first === 'verify';
    const [model, table, ...surplus] = verify ? others.slice(1) : given.files;
    if (model === undefined || table === undefined || surplus.length > 0)
      throw new CommandError({
        en: 'ostiary forest takes a model and a table, or: verify, certificates, a model and a table.',
        pt: 'ostiary forest leva um modelo e uma tabela, ou: verify, certificados, um modelo e uma tabela.',
      });
    const failOn = oneOf(given.value('fail-on') ?? 'violated', 'fail-on', FAIL_ON);
    const sources = readForestSources(given, model, table, screen);
    if (sources === null) return EXIT.unread;
    if (verify) return checkForestCertificates(others[0] ?? '', sources, screen);
    return audited(given, sources, failOn, screen);
  },
};

async function audited(
  given: Given,
  { audit, compare, name }: ForestSources,
  failOn: (typeof FAIL_ON)[number],
  screen: Screen,
): Promise<ExitCode> {
  const { language } = screen;
  const tally = new RowTally(audit);
  const lines: string[] = [csvLine(CASE_COLUMNS)];
  const proofs: string[] = [];
  let open = 0;
  await askCases(audit, casesOf(audit), engine, budgetOf(given), {
    bounds: () => Promise.resolve(),
    case: (_at, result, certificates) => {
      const row = audit.rows[result.row];
      tally.add(result);
      if (row !== undefined) lines.push(csvLine(caseCells(result, row, language)));
      proofs.push(...certificates.map((each) => jsonLine(certificateJson(each, row?.id ?? ''))));
      open += result.verdict === 'undecided' ? 1 : 0;
      return Promise.resolve();
    },
  });
  const rows = tally.results();
  const report = reportOf(audit, compare, rows, { name: basename(name), language, runtime: null, open });
  writeForestReports(given, report);
  const [csv, certificate] = [given.value('csv'), given.value('certificate')];
  if (csv !== undefined) save(csv, lines.join(''));
  if (certificate !== undefined) save(certificate, proofs.join(''));
  if (screen.json) screen.line(JSON.stringify({ file: name, ...auditJson(report) }, null, 2));
  else showRows(name, rows, screen);
  return codeOf(rows, failOn);
}

function budgetOf(given: Given): AuditBudget {
  const asked = given.value('nodes') ?? '200000';
  const nodes = Number(asked);
  if (!Number.isSafeInteger(nodes) || nodes < 1)
    throw new CommandError({
      en: `--nodes is a whole number from 1, not ${asked}.`,
      pt: `--nodes é um inteiro a partir de 1, não ${asked}.`,
    });
  const nothing = new Map<string, never>();
  return { nodes, slice: nodes, over: () => false, resume: nothing, decided: nothing, begun: new Set() };
}

const COLOURS = {
  violated: 'red',
  undecided: 'yellow',
  unsupported: 'yellow',
  input_error: 'yellow',
  vacuous: 'yellow',
  proved: 'green',
} as const;

function showRows(name: string, rows: readonly RowResult[], screen: Screen): void {
  const { language } = screen;
  showTable(
    rows.map((row) => [
      row.id,
      { text: say(VERDICT_NAMES[row.verdict], language), colour: COLOURS[row.verdict] },
      row.severity,
      titleOf(row, language),
      outcomeLines(row, language).slice(0, 4).join('; '),
    ]),
    screen,
  );
  screen.line();
  screen.line(`${clean(name)}: ${summaryText(rows, language)}`);
}

/** A violated row fails, unless it is a note; what is not settled, not asked, or about nothing is no pass. */
function codeOf(rows: readonly RowResult[], failOn: (typeof FAIL_ON)[number]): ExitCode {
  if (failOn === 'none') return EXIT.passed;
  if (rows.some(({ verdict, severity }) => verdict === 'violated' && severity !== 'info')) return EXIT.findings;
  const settled = rows.every(({ verdict }) => verdict === 'proved' || verdict === 'violated');
  if (settled) return EXIT.passed;
  return failOn === 'undecided' ? EXIT.findings : EXIT.incomplete;
}
