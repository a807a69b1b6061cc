import { join } from 'node:path';
import { reportHtml, type ReportInput, reportJunit, reportMarkdown, reportSarif } from '@ostiary/hunt/report';
import { type Artefact, download } from '../client/artefacts.js';
import type { Service } from '../client/service.js';
import type { Given, OptionSpec } from '../command.js';
import { pathOf } from '../files/path.js';
import { save } from '../files/save.js';
import type { Language } from '../text/words.js';
import { version } from '../text/version.js';
import type { Hunted } from './offline.js';

interface Format {
  readonly name: string;
  /** What its files end in where there are several. */
  readonly ending: string;
  /** The kind of the file that the service makes. */
  readonly kind: string;
  readonly write: (input: ReportInput) => string;
  readonly what: string;
}

const FORMATS: readonly Format[] = [
  { name: 'sarif', ending: '.sarif', kind: 'sarif', write: reportSarif, what: 'SARIF' },
  { name: 'junit', ending: '.xml', kind: 'junit', write: reportJunit, what: 'JUnit' },
  { name: 'html', ending: '.html', kind: 'report', write: reportHtml, what: 'HTML' },
  { name: 'markdown', ending: '.md', kind: 'markdown', write: reportMarkdown, what: 'Markdown' },
];

export const REPORT_OPTIONS: readonly OptionSpec[] = FORMATS.map(({ name, what }) => ({
  name,
  value: 'FILE',
  help: {
    en: `write the report as ${what}; a folder if several policies are hunted`,
    pt: `escrever o relatório em ${what}; uma pasta, se houver várias políticas`,
  },
}));

/** A report that was asked for. */
export interface Wanted extends Format {
  readonly to: string;
}

export function wantedReports(given: Given): readonly Wanted[] {
  return FORMATS.flatMap((format) => {
    const to = given.value(format.name);
    return to === undefined ? [] : [{ ...format, to }];
  });
}

/** Writes the reports of hunts: to the file that is named, or for several policies into the folder, named after each. */
export function writeReports(wanted: readonly Wanted[], hunted: readonly Hunted[], language: Language): void {
  for (const { to, ending, write } of wanted)
    for (const { policy, report } of hunted) {
      const path = pathOf(policy.name, 'policy.ost');
      const name = policy.policy.core.name ?? path;
      const text = write({ report, policy: { name, path, text: policy.text }, language, version: version() });
      save(hunted.length === 1 ? to : join(to, `${path.replace(/\.ost$/, '').replaceAll('/', '-')}${ending}`), text);
    }
}

/**
 * Fetches the reports that the service made of a scan.
 * @throws CommandError when the key may not see calls, which they show
 */
export async function fetchReports(service: Service, wanted: readonly Wanted[], artefacts: readonly Artefact[]) {
  for (const { kind, to } of wanted) {
    const artefact = artefacts.find((each) => each.kind === kind);
    if (artefact !== undefined) save(to, await download(service, artefact));
  }
}
