/** The artefacts of one verification: data in, text out. See docs/adr/0149. */
export { GraphIndex } from './show/graph-index.js';
export { reportHtml } from './html/page.js';
export type { Coverage, GraphReport, ReportedHygiene, ReportedVerdict, UnclassifiedTool } from './input.js';
export { reportJson, verificationJson } from './json/report-json.js';
export { reportJunit } from './junit/report-junit.js';
export { reportMarkdown } from './markdown/report-markdown.js';
export { reportMermaid, verdictMermaid } from './mermaid/report-mermaid.js';
export { reportSarif } from './sarif/report-sarif.js';
export { ruleOf, subjectOf, titleOf } from './show/sentences.js';
export { reportOf } from './report-of.js';
