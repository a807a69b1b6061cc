import type { Deployment, Profile } from './deployment.js';

/** Whether a profile can be used with a mode. */
export function appliesTo({ modes }: Profile, mode: string): boolean {
  return modes === undefined || modes.includes(mode);
}

/** Whether a key may use a profile. @param allowed those of the key; none: all of the deployment */
export function mayUse(allowed: readonly string[], name: string): boolean {
  return allowed.length === 0 || allowed.includes(name);
}

/**
 * The profile of a request that names none: the default one, or where the key may not use that, the first of the key's
 * own that applies to the mode. Undefined when the key may use none.
 */
export function profileWithoutName(
  { profiles, defaultProfile }: Pick<Deployment, 'profiles' | 'defaultProfile'>,
  allowed: readonly string[],
  mode?: string,
): string | undefined {
  if (mayUse(allowed, defaultProfile)) return defaultProfile;
  return allowed.find((name) => {
    const profile = profiles.get(name);
    return profile !== undefined && (mode === undefined || appliesTo(profile, mode));
  });
}
