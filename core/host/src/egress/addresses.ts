import ipaddr from 'ipaddr.js';

/** Addresses that are not one machine on the open network: RFC 6890 and the IANA registries of special addresses. */
const CLOSED_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT; 100.100.100.200 is a cloud's metadata
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local; 169.254.169.254 is most clouds' metadata
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments; 192.0.0.192 is a cloud's metadata
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** Within 2000::/3, which alone is handed out: what is not one machine, or holds the address of another network. */
const CLOSED_V6 = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map((range) => ipaddr.IPv6.parseCIDR(range));

const HANDED_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one machine on the open network. What is not known to be is not: mapped, translated (NAT64) and
 * zoned addresses are refused as such, whatever they hold.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text);
    return !CLOSED_V4.some((range) => address.match(range));
  }
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return address.match(HANDED_OUT) && !CLOSED_V6.some((range) => address.match(range));
}
