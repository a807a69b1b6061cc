export { Taint } from './taint.js';
