import { basename } from 'node:path';
import {
  type AskedAround,
  enumerate,
  type EnumeratedRecord,
  isLeftOpen,
  portraitOf,
  readAround,
  readEarlierRecords,
  recordFacts,
  recordMember,
  VERSION,
} from '@ostiary/forest/audit';
import {
  BOX_COLUMNS,
  boxesHtml,
  boxText,
  CARDS,
  csvLine,
  enumeratedJson,
  type EnumerationReport,
  jsonLine,
  reportedModel,
  summaryCells,
  summaryColumns,
  type ToldRecord,
} from '@ostiary/forest/report';
import type { Language } from '@ostiary/report';
import type { Given } from '../command.js';
import { save, SavedLines } from '../files/save.js';
import { showEnumerated } from '../show/boxes.js';
import { ProgressBar } from '../show/progress.js';
import type { Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { countOf } from './options.js';
import { readResume, saveLeft, showOpen } from './resume.js';
import type { ForestSources } from './sources.js';

/** Finds the inputs around each record that have another answer, shows the nearest, and writes the files that were asked for. */
export function enumerateForest(given: Given, sources: ForestSources, screen: Screen): ExitCode {
  const { audit, name } = sources;
  const { language } = screen;
  const budget = { nodes: countOf(given, 'nodes', 1_000_000), boxes: countOf(given, 'boxes', 10_000) };
  const around: AskedAround = {
    radius: given.value('radius') ?? null,
    vary: given.value('vary') ?? '',
    output: given.value('output') ?? 'label',
    expect: given.value('expect') ?? '',
  };
  const asked = readAround(around, audit);
  if (!asked.ok) {
    const told = (tongue: 'en' | 'pt'): string =>
      asked.flaws
        .map(({ field, flaw }) => (field === null ? flaw.words[tongue] : `--${field}: ${flaw.words[tongue]}`))
        .join('\n');
    throw new CommandError({ en: told('en'), pt: told('pt') });
  }
  const run = sources.run(around);
  const earlier = readResume(given, run, readEarlierRecords);
  const [boxes, summary, lines] = ['csv', 'summary', 'jsonl'].map((option) => new SavedLines(given.value(option))) as [
    SavedLines,
    SavedLines,
    SavedLines,
  ];
  boxes.write(csvLine(BOX_COLUMNS));
  summary.write(csvLine(summaryColumns(audit.records)));
  const bar = new ProgressBar(basename(name), language);
  const told: (ToldRecord & Pick<EnumeratedRecord, 'list'>)[] = [];
  const found = audit.records.map((record, at): EnumeratedRecord => {
    const own = enumerate(audit, asked.property, record, budget, earlier?.get(record.id) ?? null);
    const { list, kept: _kept, ...state } = own;
    const line = { ...state, ...recordFacts(audit, record, state) };
    told.push({ ...line, list });
    let number = 0;
    for (const box of list) boxes.write(boxText(record.id, box, (number += 1)));
    summary.write(csvLine(summaryCells(line, language)));
    lines.write(jsonLine(line));
    bar.draw({ done: at + 1, total: audit.records.length });
    return own;
  });
  bar.clear();
  for (const file of [boxes, summary, lines]) file.close();
  const page = given.value('html');
  if (page !== undefined) save(page, boxesHtml(reportOf(sources, around, found, told, language)));
  const open = found.filter(isLeftOpen).length;
  saveLeft(given, { mode: 'forest_enumeration', run, open, states: membersOf(found) });
  if (screen.json) {
    const records = told.map((own) => ({ ...enumeratedJson(own, language), list: [...own.list] }));
    screen.line(JSON.stringify({ file: name, records, open }, null, 2));
  } else {
    showEnumerated(name, told, audit.vocabulary.features, screen);
    showOpen(open, given.value('left-open'), screen);
  }
  // An error of ours around a record is one of the whole.
  if (found.some(({ status }) => status === 'internal_error')) return EXIT.service;
  // What is around a record that is wrong, or cannot be asked, is not known.
  const known = found.every(({ status }) => status === 'complete' || status === 'vacuous');
  return known && found.length > 0 ? EXIT.passed : EXIT.incomplete;
}

/** One at a time: the searches of all records together may be large. */
function* membersOf(found: readonly EnumeratedRecord[]): Generator<object | null> {
  for (const own of found) yield recordMember(own);
}

function reportOf(
  { audit, name }: ForestSources,
  asked: AskedAround,
  found: readonly EnumeratedRecord[],
  told: readonly (ToldRecord & Pick<EnumeratedRecord, 'list'>)[],
  language: Language,
): EnumerationReport {
  const portraits = found
    .map((own, at) => ({ own, row: audit.records[at] }))
    .toSorted((one, other) => (one.own.nearest ?? Infinity) - (other.own.nearest ?? Infinity))
    .slice(0, CARDS)
    .flatMap(({ own, row }) => (row === undefined ? [] : (portraitOf(audit, row, own) ?? [])));
  const records = told.map(({ list: _list, ...line }) => line);
  const model = reportedModel(audit.model);
  return { name: basename(name), model, asked, records, portraits, version: VERSION, language };
}
