/** What a process that is given an environment of its own needs of this one's, so that it runs the bundle as the others do. */
export function bundleOfThisRun(): Record<string, string> {
  const { NODE_COMPILE_CACHE = '', NODE_OPTIONS = '', TEST_BUNDLE = '' } = process.env;
  return { NODE_COMPILE_CACHE, NODE_OPTIONS, TEST_BUNDLE };
}
