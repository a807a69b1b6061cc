import type { Language } from '@ostiary/guard';
import type { HuntReport } from '../search/index.js';

/** What every artefact of a hunt is made of. The same input gives the same bytes. */
export interface ReportInput {
  readonly report: HuntReport;
  readonly policy: {
    /** For people. */
    readonly name: string;
    /** Where the text stands in a repository: `policies/refunds.ost`. */
    readonly path: string;
    readonly text: string;
  };
  readonly language: Language;
  /** Of the product. */
  readonly version: string;
}
