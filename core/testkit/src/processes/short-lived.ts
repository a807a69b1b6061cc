/** Options of Node for a process that a test ends soon: V8 does not optimise PGlite, which takes longer than what the test asks of it. */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];
