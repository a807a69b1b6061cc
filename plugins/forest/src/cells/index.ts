export { type CellColumn, type CellForest, type CellTrees } from './cell-forest.js';
