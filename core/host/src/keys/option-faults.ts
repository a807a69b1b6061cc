import type { z } from 'zod';
import { problemItems } from '../http/validation/issues.js';
import { KnownFields } from '../http/validation/known-fields.js';

/** A line for each option that is wrong, named as it is typed. */
export function optionFaults({ issues }: z.ZodError, given: unknown, schema: z.ZodType): string {
  return problemItems(issues, given, new KnownFields(schema))
    .map(({ pointer, detail }) => `${typed(pointer)}: ${typeof detail === 'string' ? detail : detail.en}`)
    .join('\n');
}

const typed = (pointer: string): string => pointer.replace('/', '--').replaceAll('_', '-');
