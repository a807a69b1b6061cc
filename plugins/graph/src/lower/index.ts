export { callsOf, toolChoice, writesOf } from './calls.js';
export * from './control.js';
export { hasOwnHistory } from './executions.js';
export { isDecided, variablesOf } from './guards.js';
export { type LowerOptions, lowerGraph } from './lower.js';
export { unknownJoins } from './unknown-joins.js';
export { Column } from './column.js';
