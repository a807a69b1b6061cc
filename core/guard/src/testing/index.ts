export { callCorpus, type CallCorpus, type CorpusCall } from './calls.js';
export { prepared } from './prepared.js';
