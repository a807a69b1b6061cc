import { ACCOUNT_PT } from './account.js';
import { ARTEFACTS_PT } from './artefacts.js';
import { GENERAL_PT } from './general.js';
import { JOBS_PT } from './jobs.js';
import { UPLOADS_PT } from './uploads.js';

/** Portuguese for the prose of the host's part of the contract. Texts of problems stand with the problems. */
export const CORE_PT: Readonly<Record<string, string>> = {
  ...GENERAL_PT,
  ...ACCOUNT_PT,
  ...JOBS_PT,
  ...ARTEFACTS_PT,
  ...UPLOADS_PT,
};
