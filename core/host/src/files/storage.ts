import type { StoragePart } from '../storage/part.js';
import { StoredFileRead } from './entities/stored-file-read.js';
import { StoredFileRow } from './entities/stored-file.js';
import { M011StoredFiles } from './migrations/011-stored-files.js';

/** Files that are kept for plugins, and the log of who read them. */
export const fileStorage: StoragePart = {
  schema: 'core',
  entities: [StoredFileRow, StoredFileRead],
  migrations: [{ name: 'core/011_stored_files', class: M011StoredFiles }],
};
