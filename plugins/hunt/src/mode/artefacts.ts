import type { ArtefactDeclaration, SolveContext } from '@ostiary/plugin-api';
import { reportHtml, type ReportInput, reportJson, reportJunit, reportMarkdown, reportSarif } from '../report/index.js';

interface HuntFile {
  readonly kind: string;
  readonly name: string;
  readonly mediaType: string;
  readonly text: (hunted: ReportInput) => string;
}

const SOURCE: HuntFile = {
  kind: 'source',
  name: 'policy.ost',
  mediaType: 'text/plain; charset=utf-8',
  text: ({ policy }) => policy.text,
};

/** What a policy of others became. */
const TRANSLATION = { kind: 'translation', name: 'translation.ost', mediaType: 'text/plain; charset=utf-8' } as const;

/** They show calls. */
const REPORTS: readonly HuntFile[] = [
  { kind: 'report', name: 'hunt.html', mediaType: 'text/html; charset=utf-8', text: reportHtml },
  { kind: 'findings', name: 'hunt.json', mediaType: 'application/json', text: reportJson },
  { kind: 'sarif', name: 'hunt.sarif', mediaType: 'application/sarif+json', text: reportSarif },
  { kind: 'junit', name: 'hunt.xml', mediaType: 'application/xml', text: reportJunit },
  { kind: 'markdown', name: 'hunt.md', mediaType: 'text/markdown; charset=utf-8', text: reportMarkdown },
];

/** Files that show calls need a further grant, as the findings of a project do. */
export const artefacts: readonly ArtefactDeclaration[] = [
  SOURCE.kind,
  TRANSLATION.kind,
  ...REPORTS.map(({ kind }) => ({ kind, alsoNeeds: 'hunt_details' })),
];

/**
 * Makes the files of a hunt.
 * @param translation of a policy of others
 */
export async function writeFiles(
  hunted: ReportInput,
  translation: string | null,
  artefact: SolveContext['artefact'],
): Promise<void> {
  const translated = translation === null ? [] : [{ ...TRANSLATION, text: () => translation }];
  for (const { text, ...options } of [SOURCE, ...translated, ...REPORTS]) {
    const file = await artefact(options);
    await file.write(text(hunted));
    await file.close();
  }
}
