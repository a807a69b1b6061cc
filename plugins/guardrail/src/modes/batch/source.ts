import { type FileRef, isFile } from '@ostiary/policy-modes';
import type { BatchInput, CsvInput } from './request.js';

/** Where the rows of a request are. */
export type RowSource =
  | { readonly kind: 'tests' }
  | { readonly kind: 'json'; readonly rows: readonly unknown[] }
  | { readonly kind: 'csv'; readonly text: string; readonly columns: CsvInput['columns'] }
  | RowFile;

/** Rows in a file of their own. */
export interface RowFile {
  readonly kind: 'file';
  readonly file: FileRef;
  /** The request says that it is CSV, and what its columns are called. */
  readonly csv: Pick<CsvInput, 'columns'> | null;
  /** Where the request names it. */
  readonly pointer: string;
}

export function sourceOf(rows: BatchInput['rows']): RowSource {
  if (rows === undefined) return { kind: 'tests' };
  if (Array.isArray(rows)) return { kind: 'json', rows };
  if (isFile(rows)) return { kind: 'file', file: rows, csv: null, pointer: '/rows' };
  const { csv, columns } = rows;
  return isFile(csv)
    ? { kind: 'file', file: csv, csv: { columns }, pointer: '/rows/csv' }
    : { kind: 'csv', text: csv, columns };
}
