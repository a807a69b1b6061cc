export * from './control.js';
export { type LowerOptions, lowerGraph, unknownJoins } from './lower.js';
export { eventsBesideOthers } from './lanes.js';
