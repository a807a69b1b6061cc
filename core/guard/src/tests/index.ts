/** Tests of a policy: its own `test` blocks, and rows of a table. */
export { rowOfTest } from './row-of-test.js';
export { runTests, type TestInput, type TestOutcome, type TestReport } from './run-tests.js';
