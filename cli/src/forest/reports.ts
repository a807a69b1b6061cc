import { type ForestReport, reportHtml, reportJunit, reportMarkdown } from '@ostiary/forest/report';
import type { Given, OptionSpec } from '../command.js';
import { save } from '../files/save.js';

const FORMATS = [
  { name: 'junit', kind: 'junit', write: reportJunit, what: 'JUnit' },
  { name: 'html', kind: 'report', write: reportHtml, what: 'HTML' },
  { name: 'markdown', kind: 'markdown', write: reportMarkdown, what: 'Markdown' },
] as const;

/** Options that write a file, with the kind of the artefact that a service makes of it. */
export const AUDIT_FILES: readonly (readonly [option: string, kind: string])[] = [
  ...FORMATS.map(({ name, kind }) => [name, kind] as const),
  ['csv', 'csv'],
  ['jsonl', 'jsonl'],
  ['certificate', 'certificates'],
  ['left-open', 'resume'],
];
export const ENUMERATION_FILES: typeof AUDIT_FILES = [
  ['csv', 'boxes'],
  ['summary', 'summary'],
  ['jsonl', 'jsonl'],
  ['html', 'report'],
  ['left-open', 'resume'],
];

export const FOREST_REPORT_OPTIONS: readonly OptionSpec[] = FORMATS.map(({ name, what }) => ({
  name,
  value: 'FILE',
  help: { en: `write the report as ${what}`, pt: `escrever o relatório em ${what}` },
}));

/** Writes the reports that were asked for. */
export function writeForestReports(given: Given, report: ForestReport): void {
  for (const { name, write } of FORMATS) {
    const to = given.value(name);
    if (to !== undefined) save(to, write(report));
  }
}
