import { inspect } from 'node:util';
import { z } from 'zod';

const SHOWN = '[secret]';

/** Where a secret of a configuration lies: an environment variable, or a file named from the deployment file. */
export type SecretReference = { readonly env: string } | { readonly file: string };

/** A text that does not end up in a log, an error or an answer by accident: only `reveal` gives it. */
export class Secret {
  #text: string | undefined;
  /** Where it lies; null for one that is in no configuration. */
  readonly reference: SecretReference | null;

  constructor(from: string | SecretReference) {
    this.#text = typeof from === 'string' ? from : undefined;
    this.reference = typeof from === 'string' ? null : from;
  }

  /** @throws Error before the host has read it, which it does when it starts */
  reveal(): string {
    if (this.#text === undefined) throw new Error('a secret of the configuration was asked for before the start');
    return this.#text;
  }

  /** Notes the text of a reference. The host does this once, at the start. */
  resolve(text: string): void {
    this.#text = text;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}

const REFERENCE =
  'must say where the secret lies, {env: NAME} or {file: path}; the secret itself is never written in the deployment file';

const Reference = z.union(
  [
    z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, REFERENCE) }),
    z.strictObject({ file: z.string().min(1).max(4_096) }),
  ],
  { error: REFERENCE },
);

/**
 * A secret in a plugin's configuration. The deployment file says where it lies, `{env: NAME}` or `{file: path}`; the
 * host reads it at the start, and refuses to start when it is not there. A text in its place is refused.
 */
export function secret(): z.ZodType<Secret, SecretReference> {
  return Reference.transform((reference) => new Secret(reference));
}
