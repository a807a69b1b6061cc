export * from './body-index.js';
export * from './effects.js';
export * from './graph.js';
export * from './guard-text.js';
export * from './reading.js';
export * from './rules.js';
export * from './sagas.js';
export * from './verdict.js';
