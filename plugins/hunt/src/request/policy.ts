import { policyLesson, taught } from '@ostiary/guard/request';
import { input } from '@ostiary/plugin-api';
import { isFile, type PolicyInput, PolicySource, PolicyText } from '@ostiary/policy-modes';
import { z } from 'zod';
import { FOREIGN_FORMATS } from '../import/index.js';

export const ForeignFormatField = z
  .enum(FOREIGN_FORMATS)
  .meta({ id: 'ForeignPolicyFormat', description: 'The language that the policy is written in.' });

const MAX_CHARACTERS = 1024 * 1024;

/** Languages of others, whose policies are hunted with the meaning they have there. */
const ForeignPolicy = z
  .strictObject({
    format: ForeignFormatField,
    text: z.string().min(1).max(MAX_CHARACTERS).describe('The policy as text.'),
    schema: z
      .string()
      .min(1)
      .max(MAX_CHARACTERS)
      .optional()
      .describe(
        'With `cedar` and `dogwood`: the schema of the policy, in either of its forms. Without one, types are inferred from the policy.',
      ),
  })
  .meta({ id: 'ForeignPolicy', description: 'A policy in another language.' });
export type ForeignPolicy = z.output<typeof ForeignPolicy>;

/** A policy of ours, or of others. */
export type HuntPolicy = PolicyInput | ForeignPolicy;

const anyPolicy = (description: string): z.ZodType<HuntPolicy> =>
  taught(z.union([PolicyText, PolicySource, ForeignPolicy, input('policy')]).describe(description), (value) =>
    isFile(value) ? null : isForeign(value) ? formatLesson(value) : policyLesson(value),
  ) as z.ZodType as z.ZodType<HuntPolicy>;

/** A union takes `format` for a field that is not known where its value is none of these. */
function formatLesson({ format }: { readonly format: unknown }) {
  if (FOREIGN_FORMATS.some((each) => each === format)) return null;
  const list = FOREIGN_FORMATS.join(', ');
  return { slug: 'invalid_value', field: 'format', en: `Must be one of: ${list}.`, pt: `Tem de ser um de: ${list}.` };
}

/** The types are those of policies inline: one in a file is read before anything else is done with a request. */
export const HuntPolicyField = anyPolicy('The policy to look for bugs in.');
export const AcceptedPolicyField = anyPolicy(
  'The accepted version of the policy: a call that the new version newly lets through is a finding.',
);

export function isForeign(value: unknown): value is ForeignPolicy {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'format');
}
