const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);

/**
 * The normal form of `ip`: an IPv4 address of four decimal numbers without leading zeros, or an IPv6 address as RFC 5952
 * writes it. Null for what some readers take as another address: zones, dotted tails, and IPv6 addresses that carry an
 * IPv4 address inside.
 */
export function normaliseIp(text: string): string | null {
  if (isIpv4(text)) return text;
  const groups = readIpv6(text);
  return groups === null || carriesIpv4(groups) ? null : showIpv6(groups);
}

/** Four decimal numbers without leading zeros. */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** The eight groups of an IPv6 address, or null. */
export function readIpv6(text: string): readonly number[] | null {
  if (!/^[0-9a-fA-F:]{2,39}$/.test(text)) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const written = [...head, ...tail];
  if (!written.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return null;
  const zeros = 8 - written.length;
  if (halves.length === 1 ? zeros !== 0 : zeros < 1) return null;
  return [...head, ...Array.from({ length: zeros }, () => '0'), ...tail].map((group) => Number.parseInt(group, 16));
}

/** RFC 5952: small letters, no leading zeros, the first of the longest runs of two or more zero groups left out. */
export function showIpv6(groups: readonly number[]): string {
  let [from, length] = [0, 1];
  for (let at = 0; at < groups.length; at++) {
    const end = groups.findIndex((group, index) => index >= at && group !== 0);
    const run = (end < 0 ? groups.length : end) - at;
    if (run > length) [from, length] = [at, run];
  }
  const show = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  return length < 2 ? show(groups) : `${show(groups.slice(0, from))}::${show(groups.slice(from + length))}`;
}

/** Networks whose addresses some systems take for the IPv4 address inside, by the groups they begin with. */
const CARRIERS: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0xff_ff],
  [0, 0, 0, 0, 0xff_ff, 0],
  [0x64, 0xff_9b, 0, 0, 0, 0],
  [0x64, 0xff_9b, 1],
  [0x20_01, 0],
  [0x20_02],
];

function carriesIpv4(groups: readonly number[]): boolean {
  const isCompatible = groups.slice(0, 6).every((group) => group === 0) && !(groups[6] === 0 && (groups[7] ?? 0) <= 1);
  return isCompatible || CARRIERS.some((carrier) => carrier.every((group, index) => groups[index] === group));
}
