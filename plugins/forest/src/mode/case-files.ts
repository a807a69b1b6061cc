import type { ArtefactWriter, SolveContext } from '@ostiary/plugin-api';
import type { CaseResult, Certified } from '../audit/index.js';
import { CASE_COLUMNS, caseCells, caseJson, certificateJson, csvLine, jsonLine } from '../report/index.js';
import type { Language } from '@ostiary/report';

/** What a part of a job writes; the parts of a job stand behind each other. */
export const CASE_FILES = [
  { kind: 'csv', name: 'results.csv', mediaType: 'text/csv; charset=utf-8' },
  { kind: 'jsonl', name: 'results.jsonl', mediaType: 'application/jsonl' },
  { kind: 'certificates', name: 'certificates.jsonl', mediaType: 'application/jsonl' },
] as const;

/** Characters that are gathered before they are written. */
const CHUNK = 64 * 1024;

/** The files in which each question has a line. */
export class CaseFiles {
  private readonly pending = CASE_FILES.map(() => '');

  private constructor(
    private readonly writers: readonly ArtefactWriter[],
    private readonly run: string,
  ) {}

  /**
   * @param run digest of everything that was asked
   * @param header whether a first line names the columns: a later part has none
   */
  static async open(ctx: Pick<SolveContext, 'artefact'>, run: string, header: boolean): Promise<CaseFiles> {
    const writers: ArtefactWriter[] = [];
    for (const file of CASE_FILES) writers.push(await ctx.artefact(file));
    const files = new CaseFiles(writers, run);
    if (header) await files.write(0, csvLine(CASE_COLUMNS));
    return files;
  }

  async add(
    result: CaseResult,
    row: { readonly id: string; readonly kind: string; readonly severity: string },
    certificates: readonly Certified[],
    language: Language,
  ): Promise<void> {
    await this.write(0, csvLine(caseCells(result, row, language)));
    await this.write(1, jsonLine(caseJson(result, row, this.run)));
    for (const each of certificates) await this.write(2, jsonLine(certificateJson(each, row.id)));
  }

  async close(): Promise<void> {
    for (const [at, writer] of this.writers.entries()) {
      if (this.pending[at] !== '') await writer.write(this.pending[at] ?? '');
      await writer.close();
    }
  }

  private async write(at: number, text: string): Promise<void> {
    const pending = (this.pending[at] ?? '') + text;
    this.pending[at] = pending;
    if (pending.length < CHUNK) return;
    this.pending[at] = '';
    await this.writers[at]?.write(pending);
  }
}
