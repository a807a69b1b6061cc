export { GraphAssumes } from './assume.js';
export { GraphBindings } from './bindings.js';
export { GraphRule } from './rules.js';
