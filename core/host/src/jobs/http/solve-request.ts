import { z } from 'zod';
import { type ModeBody, type ModeDefinition, type ModeVariant, storableText } from '@ostiary/plugin-api';
import type { PluginRegistry } from '../../plugins/registry.js';

/** The fields of a submission that are the host's, for every mode. */
export const HostFields = z.strictObject({
  mode: z.string().min(1).max(64).describe('Which product solves it; needs the grant of the mode.'),
  profile: z.string().min(1).max(64).optional().describe('Execution profile, see GET /v1/profiles.'),
  label: storableText().max(200).optional().describe('A name for lists.'),
  metadata: z
    .record(storableText().min(1).max(64), storableText().max(500))
    .refine((entries) => Object.keys(entries).length <= 16, {
      error: 'Must have at most 16 entries.',
      params: { pt: 'Tem de ter no máximo 16 entradas.' },
    })
    .optional()
    .describe('At most 16 entries of your own, kept with the job.'),
  deadline_ms: z
    .int()
    .min(1)
    .max(86_400_000)
    .optional()
    .describe('Milliseconds from now after which the job expires, time in the queue included.'),
});
export type HostFields = z.output<typeof HostFields>;

/** Names of the host's fields, which no mode can have. */
export const HOST_FIELDS: ReadonlySet<string> = new Set(Object.keys(HostFields.shape));

/** The body with the host's fields apart from the mode's. Null-prototype objects: a member `__proto__` is a member like any. */
export function splitBody(body: Readonly<Record<string, unknown>>): {
  readonly host: Record<string, unknown>;
  readonly own: Record<string, unknown>;
} {
  const host = Object.create(null) as Record<string, unknown>;
  const own = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(body)) (HOST_FIELDS.has(name) ? host : own)[name] = value;
  return { host, own };
}

/** Who solves the request: the variant whose selector it carries, or the mode itself. */
export function chooseBody(
  registry: PluginRegistry,
  mode: ModeDefinition,
  own: Readonly<Record<string, unknown>>,
): { readonly body: ModeBody<z.ZodType, z.ZodType>; readonly variant: ModeVariant | null } {
  const variant = registry.variantsOf(mode.name).find(({ selector }) => Object.hasOwn(own, selector));
  return variant === undefined ? { body: mode, variant: null } : { body: variant, variant };
}
