export { type BoxSide, checkBoxes, type ToldBox } from './boxes.js';
export { type AskedCase, checkWitness } from './check.js';
export { WitnessFalse } from './input.js';
