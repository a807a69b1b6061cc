export { Flow } from './flow.js';
export { Taint } from './taint.js';
