import { pointer } from '../../http/body/parse.js';
import type { Candidate } from '../candidate.js';
import { type Check, refuse } from './check.js';

export const configInvalid: Check = (candidates) =>
  candidates.flatMap((candidate) => {
    const result = readConfig(candidate);
    return 'problems' in result ? [refuse(candidate, 'config_invalid', result.problems.join('; '))] : [];
  });

/** The configuration of a candidate, defaults filled in, or what is wrong with it. */
export function readConfig({
  definition,
  givenConfig,
}: Candidate): { readonly value: unknown } | { readonly problems: readonly string[] } {
  if (!definition.config) {
    return Object.keys(givenConfig).length === 0 ? { value: {} } : { problems: ['it takes no configuration'] };
  }
  const result = definition.config.safeParse(givenConfig);
  return result.success
    ? { value: result.data }
    : { problems: result.error.issues.map(({ path, message }) => `config${pointer(path)}: ${message}`) };
}
