export { GraphBindings } from './bindings.js';
export { GraphRule } from './rules.js';
