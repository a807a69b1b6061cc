import type { SolveContext } from '@ostiary/plugin-api';
import type { Language } from '@ostiary/report';
import type { Audit, CaseResult, Certified } from '../audit/index.js';
import { caseCells, caseColumns, caseJson, certificateJson, csvLine, jsonLine } from '../report/index.js';
import { TextFile } from './text-file.js';

/** What a part of a job writes; the parts of a job stand behind each other. */
export const CASE_FILES = [
  { kind: 'csv', name: 'results.csv', mediaType: 'text/csv; charset=utf-8' },
  { kind: 'jsonl', name: 'results.jsonl', mediaType: 'application/jsonl' },
  { kind: 'certificates', name: 'certificates.jsonl', mediaType: 'application/jsonl' },
] as const;

/** The files in which each question has a line. */
export class CaseFiles {
  private constructor(
    private readonly csv: TextFile,
    private readonly jsonl: TextFile,
    private readonly certificates: TextFile,
  ) {}

  /** @param header the rows whose columns a first line names; null for a later part, which has none */
  static async begin(ctx: Pick<SolveContext, 'artefact'>, header: Audit['rows'] | null): Promise<CaseFiles> {
    const [csv, jsonl, certificates] = CASE_FILES;
    const files = new CaseFiles(
      await TextFile.begin(ctx, csv),
      await TextFile.begin(ctx, jsonl),
      await TextFile.begin(ctx, certificates),
    );
    if (header !== null) await files.csv.write(csvLine(caseColumns(header)));
    return files;
  }

  async add(
    result: CaseResult,
    row: Audit['rows'][number],
    record: Audit['records'][number] | null,
    certificates: readonly Certified[],
    language: Language,
  ): Promise<void> {
    await this.csv.write(csvLine(caseCells(result, row, record, language)));
    await this.jsonl.write(jsonLine(caseJson(result, row, record)));
    for (const each of certificates) await this.certificates.write(jsonLine(certificateJson(each, row.id)));
  }

  async close(): Promise<void> {
    for (const file of [this.csv, this.jsonl, this.certificates]) await file.close();
  }
}
