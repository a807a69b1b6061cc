import { isIpv4, readIpv6, showIpv6 } from './ip.js';

/** A network: the first `bits` bits of its addresses, which are `groups` of `width` bits each. */
export interface IpRange {
  readonly width: 8 | 16;
  readonly groups: readonly number[];
  readonly bits: number;
}

/** Reads `10.0.0.0/8` or `fc00::/7`; null when it is no address, a slash and a number of bits. */
export function readRange(text: string): IpRange | null {
  const [, address = '', digits = ''] = /^(.*)\/(0|[1-9][0-9]{0,2})$/.exec(text) ?? [];
  const groups = readAddress(address);
  if (groups === null) return null;
  const width = groups.length === 4 ? 8 : 16;
  const bits = Number(digits);
  return bits <= groups.length * width ? { width, groups, bits } : null;
}

function readAddress(text: string): readonly number[] | null {
  return isIpv4(text) ? text.split('.').map(Number) : readIpv6(text);
}

/** The network with all bits behind the prefix zero. */
export function networkOf({ width, groups, bits }: IpRange): IpRange {
  return { width, bits, groups: groups.map((group, at) => group & groupMask(width, bits - at * width)) };
}

/** The bits of one group that belong to the prefix, of which `left` bits are left when the group begins. */
export function groupMask(width: number, left: number): number {
  const kept = Math.min(width, Math.max(0, left));
  return ((1 << width) - 1) & ~((1 << (width - kept)) - 1);
}

/** A range in its normal form: `10.0.0.0/8`. */
export function showRange({ width, groups, bits }: IpRange): string {
  return `${width === 8 ? groups.join('.') : showIpv6(groups)}/${bits}`;
}

/** Whether an address in normal form lies in the network; one of the other family never does. */
export function rangeTest({ width, groups, bits }: IpRange): (address: string) => boolean {
  const masks = groups.map((_, at) => groupMask(width, bits - at * width));
  return (address) => {
    const found = readAddress(address);
    return (
      found?.length === groups.length && groups.every((group, at) => ((found[at] ?? 0) & (masks[at] ?? 0)) === group)
    );
  };
}
