import { z } from 'zod';

/** The plugin's section of the deployment file. */
export const guardrailConfig = z.strictObject({
  /** How long a confirmation that was asked for can be given. */
  confirmation_seconds: z.int().min(1).max(86_400).default(900),
});

export type GuardrailConfig = z.output<typeof guardrailConfig>;
