export { type AskedCase, checkWitness } from './check.js';
export { WitnessFalse } from './input.js';
