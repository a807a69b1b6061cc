import { z } from 'zod';

/** The plugin's section of the deployment file. */
export const huntConfig = z.strictObject({
  /** Projects an account may have. */
  projects_per_account: z.int().min(1).max(100_000).default(200),
});

export type HuntConfig = z.output<typeof huntConfig>;
