import { projectsPt } from './projects.js';

/** Portuguese for every text this plugin brings to the contract. A test holds it complete and without leftovers. */
export const pt: Readonly<Record<string, string>> = { ...projectsPt };
