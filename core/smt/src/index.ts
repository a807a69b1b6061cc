export * from './client.js';
export * from './open-z3.js';
export * from './solver.js';
export * from './z3.js';
