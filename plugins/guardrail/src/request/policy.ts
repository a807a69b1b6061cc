import { policyLesson, taught } from '@ostiary/guard/request';
import { input } from '@ostiary/plugin-api';
import { isFile, type PolicyInput, PolicySource, PolicyText } from '@ostiary/policy-modes';
import { z } from 'zod';

/** The type is that of a policy inline: one in a file is read before anything else is done with a request (see withFiles). */
export const PolicyField: z.ZodType<PolicyInput> = taught(
  z.union([PolicyText, PolicySource, input('policy')]).describe('The policy to verify against, in dialect 1 or 2.'),
  (value) => (isFile(value) ? null : policyLesson(value)),
) as z.ZodType as z.ZodType<PolicyInput>;
