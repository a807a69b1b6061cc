/** What an editor asks of the language: pure functions from a text and an offset to data. */
export { classifyTokens, type ClassifiedToken, type TokenClass } from './classify.js';
export { complete, type Completion } from './complete.js';
export { formatPolicy, type Formatted } from './format.js';
export { hover, type Hover } from './hover.js';
export { policySymbols, type PolicySymbol } from './symbols.js';
