export { artifactLocation, MOST_RESULTS, sarifLog, type SarifRule, type SarifRun } from './log.js';
export { message } from './message.js';
export { securitySeverity, standing } from './standing.js';
