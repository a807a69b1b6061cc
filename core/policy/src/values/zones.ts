/**
 * Time zones by the names of the IANA time zone database, as far as the runtime knows them (ECMA-402: any case of
 * letters, and old names for the same clock; see docs/adr/0101).
 */

/** Instants that a date of the runtime can show, either way from the epoch, in ms. */
export const LAST_INSTANT_MS = 8.64e15;

/** Of zones that are all of the same clock or have no place: which of these means what, readers would have to look up. */
const NO_PLACE = /^(?:[^/]*|(?:Etc|SystemV|posix|right)\/.*)$/i;
const UTC_NAMES: ReadonlySet<string> = new Set(['utc', 'etc/utc']);

/** Names of today that a runtime may take without listing them. */
const RENAMED = [
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Pohnpei',
] as const;

let names: readonly string[] | null = null;

/** The zones that the runtime lists, with `UTC`, in order of name. Others may be known to it under older names. */
export function zoneNames(): readonly string[] {
  names ??= [
    ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...RENAMED.filter(isKnownToRuntime)]),
  ].toSorted();
  return names;
}

/**
 * Why a text names no zone whose clock can be read: an offset, an abbreviation or a name without a place (`no_place`), or
 * a place the runtime does not know (`unknown`). Null when it names one.
 */
export function zoneFault(name: string): 'no_place' | 'unknown' | null {
  if (UTC_NAMES.has(name.toLowerCase())) return null;
  if (NO_PLACE.test(name)) return 'no_place';
  return isKnownToRuntime(name) ? null : 'unknown';
}

function isKnownToRuntime(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
