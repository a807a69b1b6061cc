export { CLASS_IDS, type ClassId } from './model/class-id.js';
export { meaningOf } from './fingerprint/rule-key.js';
export * from './model/finding.js';
export type { Readings } from './ask/hunt/hunted-policy.js';
export { type RunOptions, runHunt } from './run.js';
export type { AnswerCache } from './cache/answer-cache.js';
export { KeptAnswers } from './cache/kept-answers.js';
