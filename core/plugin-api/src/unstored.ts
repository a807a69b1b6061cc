/** What stands in a request in place of a value that is never stored. `ctx.unstored` gives the value itself. */
export const UNSTORED = '[unstored]';
