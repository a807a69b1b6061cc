import { globSegments } from '../../text/glob.js';
import { regexNode } from '../../text/regex.js';
import { bool, type Dynamic, missing } from './dynamic.js';
import { beginnings } from './match.js';

/** Whether a path lies under a directory, segment for segment; undefined between an absolute and a relative path. */
export function liesUnder(path: string, directory: string): Dynamic {
  if (startsAtRoot(path) !== startsAtRoot(directory)) return missing('ill_typed');
  const [inner, outer] = [segments(path), segments(directory)];
  return bool(outer.every((segment, at) => segment === inner[at]));
}

/** Whether a path is absolute. */
export const startsAtRoot = (path: string): boolean => path.charAt(0) === '/';

const segments = (path: string): readonly string[] =>
  path.split('/').filter((segment) => segment !== '' && segment !== '.');

/** Whether a glob can be held against a path at all: it begins with a star, or as the path does. */
export function globFits(pattern: string, path: string): boolean {
  const [head] = globSegments(pattern);
  return head?.kind !== 'literal' || startsAtRoot(head.text) === startsAtRoot(path);
}

/** Whether an expression can be held against a path: not when each match begins with a slash and the path does not, nor the other way round. */
export function regexFits(pattern: string, path: string): boolean {
  const { withSlash, withOther, empty } = beginnings(regexNode(pattern));
  return startsAtRoot(path) ? withSlash : withOther || empty || !withSlash;
}

const BITS = { 4: 32, 6: 128 } as const;

/** Whether an address in normal form lies in a network: the bits before the prefix ends are those of the network. */
export function liesInRange(address: string, range: string): boolean {
  const [network = '', prefix = ''] = range.split('/');
  const family = familyOf(network);
  if (family !== familyOf(address)) return false;
  const rest = BigInt(BITS[family] - Number(prefix));
  return addressNumber(address) >> rest === addressNumber(network) >> rest;
}

const familyOf = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4);

/** The address as one number. */
function addressNumber(address: string): bigint {
  if (familyOf(address) === 4) return address.split('.').reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const [head = '', tail] = address.split('::');
  const hexOf = (part: string): string =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => group.padStart(4, '0'))
      .join('');
  const [start, end] = [hexOf(head), hexOf(tail ?? '')];
  return BigInt(`0x${start}${'0'.repeat(32 - start.length - end.length)}${end}`);
}
