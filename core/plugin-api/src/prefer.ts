/** What the Prefer header (RFC 7240) of a submission asks for. */
export interface WaitPreference {
  /** Seconds the answer may be held. */
  readonly seconds: number;
  /** Value of Preference-Applied; null when nothing was asked for. */
  readonly applied: string | null;
}

const DEFAULT_SECONDS = 2;
const MAX_WAIT_SECONDS = 30;

/**
 * `wait=N` holds the answer up to N seconds (more than 30 is 30); `respond-async` alone answers at once; both: wait, then answer.
 * The first of each counts; what cannot be read is ignored, as the RFC asks.
 */
export function waitPreference(header: string | undefined): WaitPreference {
  const preferences = new Map<string, string>();
  for (const part of (header ?? '').split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=').map((text) => text.trim());
    if (!preferences.has(name.toLowerCase())) preferences.set(name.toLowerCase(), value.replace(/^"(.*)"$/, '$1'));
  }
  const wait = preferences.get('wait');
  if (wait !== undefined && /^\d{1,9}$/.test(wait)) {
    const seconds = Math.min(Number(wait), MAX_WAIT_SECONDS);
    return { seconds, applied: `wait=${seconds}` };
  }
  if (preferences.has('respond-async')) return { seconds: 0, applied: 'respond-async' };
  return { seconds: DEFAULT_SECONDS, applied: null };
}
