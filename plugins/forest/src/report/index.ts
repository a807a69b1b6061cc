/** The artefacts of an audit: data in, text out. */
export { type ForestReport, reportedModel, type ReportedModel, unnamedModel } from './input.js';
export { reportOf } from './report-of.js';
export { reportHtml } from './html/page.js';
export { boxesHtml, CARDS, type EnumerationReport } from './html/boxes-page.js';
export { auditJson } from './json/report-json.js';
export { reportJunit } from './junit/report-junit.js';
export {
  boundsText,
  figure,
  inputText,
  outcomeLines,
  outcomeText,
  shareText,
  summaryText,
  titleOf,
  unexpectedText,
  weightText,
} from './show/row.js';
export { featureText, textsOf, valueText } from './show/value.js';
export { STATUSES } from './text/boxes.js';
export { VERDICT_NAMES } from './text/words.js';
export { caseCells, caseColumns, caseJson, certificateJson } from './lines/cases.js';
export {
  BOX_COLUMNS,
  boxText,
  enumeratedJson,
  shareOf,
  summaryCells,
  summaryColumns,
  type ToldRecord,
} from './lines/boxes.js';
export { csvLine, jsonLine } from './lines/csv.js';
export { reportMarkdown } from './markdown/report-markdown.js';
