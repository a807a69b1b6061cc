export type * from './question.js';
