/** Of the search and of what asks it: another version may decide more. */
export const VERSION = '0.1.2';
