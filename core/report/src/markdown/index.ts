export { block, code, sentence, table, text } from './escape.js';
