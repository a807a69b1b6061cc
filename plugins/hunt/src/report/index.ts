/** The artefacts of a hunt: data in, text out. See docs/adr/0149. */
export { reportHtml } from './html/page.js';
export type { ReportInput } from './input.js';
export { type FindingJson, huntJson, reportJson, type StepJson } from './json/report-json.js';
export { reportJunit } from './junit/report-junit.js';
export { reportMarkdown } from './markdown/report-markdown.js';
export { reportSarif } from './sarif/report-sarif.js';
export { byMistake } from './show/alike.js';
export { between, boundText, reasonOf } from './show/sentences.js';
export { moreText, turnsOf } from './show/turns.js';
export { CLASS_TEXTS } from './text/class-texts.js';
