import type { NewFile } from '@ostiary/plugin-api';
import { z } from 'zod';

const Described = z.object({
  account: z.string().min(1).nullable(),
  kind: z
    .string()
    .max(64)
    .regex(/^[a-z][a-z0-9_]*$/),
  name: z.string().min(1).max(255),
  // What a header field can hold: nothing else of it is looked at.
  mediaType: z
    .string()
    .max(200)
    .regex(/^[\w.+-]+\/[\w.+-]+[\x20-\x7e]*$/),
  expiresAt: z.date().nullable(),
  maxBytes: z.int().min(0).optional(),
});

/**
 * Returns what a plugin says of a file that is to be kept.
 * @throws Error that says what of it cannot be
 */
export function described(file: NewFile): NewFile {
  const { data, error } = Described.safeParse(file);
  if (data === undefined) throw new Error(`a file cannot be kept as described: ${z.prettifyError(error)}`);
  return data;
}
