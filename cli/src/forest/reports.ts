import { type ForestReport, reportHtml, reportJunit, reportMarkdown } from '@ostiary/forest/report';
import type { Given, OptionSpec } from '../command.js';
import { save } from '../files/save.js';

const FORMATS = [
  { name: 'junit', write: reportJunit, what: 'JUnit' },
  { name: 'html', write: reportHtml, what: 'HTML' },
  { name: 'markdown', write: reportMarkdown, what: 'Markdown' },
] as const;

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
