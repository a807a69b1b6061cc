export { type CellColumn, type CellForest, type CellTrees } from './cell-forest.js';
export { type ColumnDomain, wholeDomain } from './domain.js';
export { lower, type LoweredForest, type Lowering } from './lower.js';
