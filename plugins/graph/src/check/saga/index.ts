export { sagaMonitors, type SagaQuestion } from './questions.js';
