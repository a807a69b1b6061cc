import type { FileTables } from '../artefacts/file-tables.js';

/** Injection token of the `BlobStore` that holds the bytes of plugins' files. */
export const FILE_BLOBS = Symbol('ostiary.file_blobs');

/** Injection token of the `Downloads` that note who read plugins' files. */
export const FILE_READS = Symbol('ostiary.file_reads');

export const STORED_FILE_TABLES: FileTables = {
  noun: 'a file of a plugin',
  files: 'core.stored_files',
  reads: 'core.stored_file_reads',
  file: 'file_id',
};
