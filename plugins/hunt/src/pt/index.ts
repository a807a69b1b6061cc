import { findingsPt } from './findings.js';
import { graphsPt } from './graphs.js';
import { huntPt } from './hunt.js';
import { projectsPt } from './projects.js';
import { scansPt } from './scans.js';

/** Portuguese for every text this plugin brings to the contract. A test holds it complete and without leftovers. */
export const pt: Readonly<Record<string, string>> = {
  ...huntPt,
  ...projectsPt,
  ...scansPt,
  ...findingsPt,
  ...graphsPt,
};
