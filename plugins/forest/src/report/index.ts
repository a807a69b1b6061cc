/** The artefacts of an audit: data in, text out. */
export { type ForestReport, reportedModel, type ReportedModel } from './input.js';
export { reportHtml } from './html/page.js';
export { auditJson } from './json/report-json.js';
export { reportJunit } from './junit/report-junit.js';
export { CASE_COLUMNS, caseCells, caseJson, certificateJson } from './lines/cases.js';
export { csvLine, jsonLine } from './lines/csv.js';
export { reportMarkdown } from './markdown/report-markdown.js';
