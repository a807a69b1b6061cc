export * from './answering.js';
export * from './client.js';
export * from './open-z3.js';
export * from './script-error.js';
export * from './z3.js';
