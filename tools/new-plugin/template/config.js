import { z } from 'zod';

/** What stands below `config:` in the deployment file. Every setting has a default, so that nobody must write one. */
export const Config = z.strictObject({
  /** Times a word must stand in a text to be told. */
  least: z.int().min(2).max(100).default(2),
});
