export {
  coverTraces,
  lackingAssumption,
  type Lacking,
  LACKING_CODES,
  type LackingCode,
  type TraceCoverage,
} from './cover.js';
export { readTraces, type Traces, type TracesResult } from './read-traces.js';
