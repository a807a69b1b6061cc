import type { ArtefactDeclaration, SolveContext } from '@ostiary/plugin-api';
import type { Certificate } from '../check/index.js';
import {
  type GraphReport,
  reportHtml,
  reportJson,
  reportJunit,
  reportMarkdown,
  reportMermaid,
  reportSarif,
} from '../report/index.js';
import { lineOf } from '../verify/certificates.js';

interface GraphFile {
  readonly kind: string;
  readonly name: string;
  readonly mediaType: string;
  readonly text: (report: GraphReport) => string;
}

const REPORTS: readonly GraphFile[] = [
  { kind: 'report', name: 'graph.html', mediaType: 'text/html; charset=utf-8', text: reportHtml },
  { kind: 'verdicts', name: 'graph.json', mediaType: 'application/json', text: reportJson },
  { kind: 'sarif', name: 'graph.sarif', mediaType: 'application/sarif+json', text: reportSarif },
  { kind: 'junit', name: 'graph.xml', mediaType: 'application/xml', text: reportJunit },
  { kind: 'markdown', name: 'graph.md', mediaType: 'text/markdown; charset=utf-8', text: reportMarkdown },
  { kind: 'mermaid', name: 'graph.mmd', mediaType: 'text/plain; charset=utf-8', text: reportMermaid },
];

/** What a proof is checked with: a line of JSON each. */
const CERTIFICATES = { kind: 'certificates', name: 'certificates.jsonl', mediaType: 'application/jsonl' } as const;

export const artefacts: readonly ArtefactDeclaration[] = [...REPORTS, CERTIFICATES].map(({ kind }) => kind);

/** Makes the files of a verification. */
export async function writeFiles(
  report: GraphReport,
  certificates: readonly Certificate[],
  artefact: SolveContext['artefact'],
): Promise<void> {
  for (const { text, ...options } of REPORTS) {
    const file = await artefact(options);
    await file.write(text(report));
    await file.close();
  }
  const file = await artefact(CERTIFICATES);
  for (const certificate of certificates) await file.write(lineOf(certificate));
  await file.close();
}
