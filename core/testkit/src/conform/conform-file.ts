import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Body = z.record(z.string(), z.unknown());

/** `conform.json` of a plugin: what cannot be guessed from its declaration. */
const ConformFile = z.strictObject({
  /** Configuration it is looked at with. */
  config: Body.default({}),
  /** Packages of the plugins it requires, as the deployment file names them; paths from the plugin's folder. */
  with: z.array(z.string()).default([]),
  /** Requests that work, by mode, besides the mode's `example`. */
  requests: z.record(z.string(), z.array(Body)).default({}),
  /** By mode, a request that takes at least some seconds: it is cancelled. */
  long: z.record(z.string(), Body).default({}),
});
export type ConformFile = z.output<typeof ConformFile>;

/**
 * Reads `conform.json` of a plugin's folder, or what holds when there is none.
 * @throws Error that names the file
 */
export function readConformFile(directory: string): ConformFile {
  const file = join(directory, 'conform.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  try {
    return ConformFile.parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${file}: ${why}`, { cause: error });
  }
}
