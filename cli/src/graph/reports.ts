import {
  type GraphReport,
  reportHtml,
  reportJunit,
  reportMarkdown,
  reportMermaid,
  reportSarif,
} from '@ostiary/graph/report';
import type { Given, OptionSpec } from '../command.js';
import { save } from '../files/save.js';

interface Format {
  readonly name: string;
  readonly write: (report: GraphReport) => string;
  readonly what: string;
  /** The kind of the file that a service makes. */
  readonly kind: string;
}

const FORMATS: readonly Format[] = [
  { name: 'sarif', kind: 'sarif', write: reportSarif, what: 'SARIF' },
  { name: 'junit', kind: 'junit', write: reportJunit, what: 'JUnit' },
  { name: 'html', kind: 'report', write: reportHtml, what: 'HTML' },
  { name: 'markdown', kind: 'markdown', write: reportMarkdown, what: 'Markdown' },
  { name: 'mermaid', kind: 'mermaid', write: reportMermaid, what: 'Mermaid' },
];

/** The options of reports, each with the kind of the file that a service makes. */
export const GRAPH_FILES: readonly Pick<Format, 'kind' | 'name'>[] = FORMATS;

export const GRAPH_REPORT_OPTIONS: readonly OptionSpec[] = FORMATS.map(({ name, what }) => ({
  name,
  value: 'FILE',
  help: { en: `write the report as ${what}`, pt: `escrever o relatório em ${what}` },
}));

/** Writes the reports that were asked for. */
export function writeGraphReports(given: Given, report: GraphReport): void {
  for (const { name, write } of FORMATS) {
    const to = given.value(name);
    if (to !== undefined) save(to, write(report));
  }
}
