import { z } from 'zod';

/** What an operator may set. */
export const Config = z.strictObject({
  /** Days after which a price that was not set again is forgotten. */
  keepDays: z.int().min(1).default(365),
});
