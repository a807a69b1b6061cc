import type { StoragePart } from '../storage/part.js';
import { ChoreLease } from './entities/chore-lease.js';
import { M032Chores } from './migrations/032-chores.js';

/** Who runs which chore. */
export const scheduleStorage: StoragePart = {
  schema: 'core',
  entities: [ChoreLease],
  migrations: [{ name: 'core/032_chores', class: M032Chores }],
};
