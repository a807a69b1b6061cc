export { junit, type JunitCase, type JunitOutcome, type JunitReport } from './junit.js';
