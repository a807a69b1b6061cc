/** Tables of properties, schemas of features and files of records: texts in, what they ask out. Pure. */
export { type Condition, LABEL, readConditions, type Where } from './conditions.js';
export { TableBroken } from './csv.js';
export { CellFault, type Flaw, type Words } from './flaw.js';
export { bitsOf, decimal, fromBits, largest, nextDown, nextUp } from './floats.js';
export type { Amount, Precision } from './number.js';
export { type Kind, KINDS, type Property, SEVERITIES, type Severity, type TableRow } from './property.js';
export { COLUMNS } from './columns.js';
export { readTable } from './read-table.js';
export { namedByRecords, readRecords, type RecordRow, type Value } from './records.js';
export {
  type Allowed,
  domainOf,
  emptiness,
  gridOf,
  intersect,
  type Interval,
  type Region,
  regionOf,
} from './region.js';
export { bareFeature, type ModelColumn, readSchema } from './schema.js';
export { type JsonCell, type Sheet, sheetOfCsv, sheetOfJson } from './sheet.js';
export { sheetOfText } from './sheet-of-text.js';
export { quotedText } from './split.js';
export { meetsSum, type SumBound } from './sums.js';
export {
  type Band,
  type Distance,
  type Expect,
  type Named,
  type Output,
  readEpsilon,
  readNames,
  type Tolerance,
  type Way,
} from './terms.js';
export { type FeatureFact, type Mutable, Names, type Vocabulary } from './vocabulary.js';
