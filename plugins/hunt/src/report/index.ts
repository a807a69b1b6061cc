/** The artefacts of a hunt: data in, text out. */
export { reportHtml } from './html/page.js';
export type { ReportInput } from './input.js';
