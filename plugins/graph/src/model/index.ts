export * from './effects.js';
export * from './graph.js';
export * from './reading.js';
export * from './rules.js';
export * from './verdict.js';
