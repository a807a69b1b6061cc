import type { StoragePart } from '../storage/part.js';
import { Upload } from './entities/upload.js';
import { M005Uploads } from './migrations/005-uploads.js';

/** Uploads. */
export const uploadStorage: StoragePart = {
  schema: 'core',
  entities: [Upload],
  migrations: [{ name: 'core/005_uploads', class: M005Uploads }],
};
