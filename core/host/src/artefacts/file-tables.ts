/** Where files of one sort and the log of who read them are kept: both tables are made alike for every sort. */
export interface FileTables {
  /** What one of them is called in the log of the service. */
  readonly noun: string;
  readonly files: string;
  readonly reads: string;
  /** Column of `reads` with the id of the file. */
  readonly file: string;
}

export const ARTEFACT_TABLES: FileTables = {
  noun: 'an artefact',
  files: 'core.artefacts',
  reads: 'core.artefact_reads',
  file: 'artefact_id',
};
